"""System calls that no box needs: doors to the kernel that Docker's own profile leaves open.

Everything else is allowed, because tasks run arbitrary programs. `mknod` stays: mkfifo needs it,
and devices need a capability that no box has.
"""

import json
import platform
from typing import Any

EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
CLONE_NEWUSER = 0x1000_0000
TIOCSTI = 0x5412
HIGHEST_FAMILY = 10  # AF_INET6; above it: netlink, packet, vsock...
ARCHITECTURES = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}

KERNEL = "bpf kexec_load kexec_file_load init_module finit_module delete_module perf_event_open"
RINGS = "io_uring_setup io_uring_enter io_uring_register userfaultfd vmsplice memfd_secret"
OTHERS = (
    "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd "
    "keyctl add_key request_key"
)
NAMESPACES = (
    "unshare setns mount umount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig "
    "fsmount fspick mount_setattr open_by_handle_at name_to_handle_at"
)
MACHINE = (
    "swapon swapoff reboot iopl ioperm modify_ldt quotactl quotactl_fd acct syslog settimeofday "
    "clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup personality "
    "fanotify_init lookup_dcookie uselib ustat sysfs nfsservctl"
)
MEMORY_NODES = "mbind move_pages migrate_pages set_mempolicy"
DENIED = " ".join((KERNEL, RINGS, OTHERS, NAMESPACES, MACHINE, MEMORY_NODES)).split()


def profile(machine: str = platform.machine()) -> str:
    """The profile as JSON text, which is what the engine's interface takes."""
    rules = [
        _deny(DENIED, EPERM),
        _deny(["clone3"], ENOSYS),  # its flags cannot be looked at; C libraries fall back to clone
        _deny(["clone"], EPERM, _argument(0, "SCMP_CMP_MASKED_EQ", CLONE_NEWUSER, CLONE_NEWUSER)),
        _deny(["socket", "socketpair"], EAFNOSUPPORT, _argument(0, "SCMP_CMP_GT", HIGHEST_FAMILY)),
        _deny(["ioctl"], EPERM, _argument(1, "SCMP_CMP_EQ", TIOCSTI)),
    ]
    chosen = ARCHITECTURES.get(machine)
    return json.dumps(
        {
            "defaultAction": "SCMP_ACT_ALLOW",
            "architectures": [chosen] if chosen else [],
            "syscalls": rules,
        }
    )


def _deny(names: list[str], errno: int, *arguments: dict[str, Any]) -> dict[str, Any]:
    return {
        "names": names,
        "action": "SCMP_ACT_ERRNO",
        "errnoRet": errno,
        "args": list(arguments),
    }


def _argument(index: int, compare: str, value: int, second: int = 0) -> dict[str, Any]:
    return {"index": index, "op": compare, "value": value, "valueTwo": second}
