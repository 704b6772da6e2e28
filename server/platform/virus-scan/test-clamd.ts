import { createServer, type AddressInfo } from 'node:net'

/**
 * The text that every scanner takes for a virus and that harms nobody (EICAR), put together here so that none
 * stops this file.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** Takes the pieces of INSTREAM out of what came; undefined while the last one has not. */
function streamed(all: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let at = 'zINSTREAM\0'.length; at + 4 <= all.length;) {
    const length = all.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(all.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/** A program that speaks clamd's protocol and knows one virus. `says` overrides its answer. */
export async function clamdStandIn(says?: string) {
  const seen: number[] = []
  const server = createServer((socket) => {
    let all: Buffer = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      all = Buffer.concat([all, piece])
      const content = streamed(all)
      if (!content) return
      seen.push(content.length)
      const answer = content.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK'
      socket.end(`${says ?? answer}\0`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, seen, close: () => new Promise((resolve) => server.close(resolve)) }
}
