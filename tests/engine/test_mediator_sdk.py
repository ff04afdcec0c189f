"""The wire as the Anthropic SDK speaks it."""

import anthropic
import httpx2

from tests.engine.mediator_rig import MODEL, Rig, Scripted, opened


def client(rig: Rig) -> anthropic.AsyncAnthropic:
    transport = httpx2.AsyncHTTPTransport(uds=str(rig.socket))
    http = anthropic.DefaultAsyncHttpxClient(transport=transport)
    return anthropic.AsyncAnthropic(
        base_url="http://saddle", api_key="box", max_retries=0, http_client=http
    )


async def test_the_sdk_reads_whole_and_streamed_replies_alike() -> None:
    async with opened() as rig, client(rig) as sdk:
        whole = await sdk.messages.create(
            model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "hi"}]
        )
        async with sdk.messages.stream(
            model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "hi"}]
        ) as stream:
            streamed = await stream.get_final_message()

    first, second = rig.recorded
    assert first.key == second.key
    assert whole.model_dump(exclude_none=True) == {
        name: value for name, value in first.reply.items() if value is not None
    }
    assert streamed.content[0] == whole.content[0]
    assert streamed.content[2].model_dump() == whole.content[2].model_dump()
    assert (streamed.stop_reason, streamed.usage) == (whole.stop_reason, whole.usage)


async def test_the_sdk_sees_a_refusal_of_the_provider_and_of_ours() -> None:
    model = Scripted()
    model.status = 400
    async with opened(model=model) as rig, client(rig) as sdk:
        said = []
        for name in (MODEL, "another"):
            try:
                await sdk.messages.create(
                    model=name, max_tokens=9, messages=[{"role": "user", "content": "hi"}]
                )
            except anthropic.BadRequestError as refused:
                said.append(str(refused))

    assert "prompt is too long" in said[0]
    assert "wrong_model" in said[1]


async def test_the_sdk_counts_tokens() -> None:
    async with opened() as rig, client(rig) as sdk:
        counted = await sdk.messages.count_tokens(
            model=MODEL, messages=[{"role": "user", "content": "word " * 400}]
        )

    assert 400 <= counted.input_tokens <= 600
