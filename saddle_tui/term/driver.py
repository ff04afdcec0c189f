"""A driver that outlives bytes which are no text: keys of another encoding, noise on a line, old mouse reports."""

from textual.drivers.linux_driver import LinuxDriver


class PatientDriver(LinuxDriver):
    """Textual's own ends the app at the first such byte, in the middle of the screen."""

    def run_input_thread(self) -> None:
        """Read on; what came together with the byte is dropped."""
        while True:
            try:
                return super().run_input_thread()
            except ValueError:  # of decoding, or of a number that no terminal means
                continue
