# One conversation with the Python SDK, printed as JSON: python-sdk.mcp.ts reads it.
import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

url, key, mode, calls = sys.argv[1], sys.argv[2], sys.argv[3], json.loads(sys.argv[4])


async def main() -> None:
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            tools = (await client.list_tools()).tools
            results = [await client.call_tool(call["name"], call["arguments"]) for call in calls]
            print(
                json.dumps(
                    {
                        "protocol": client.protocol_version,
                        "tools": [tool.name for tool in tools],
                        "results": [
                            result.model_dump(mode="json", by_alias=True, exclude_none=True) for result in results
                        ],
                    }
                )
            )


asyncio.run(main())
