import { connect, type Socket } from 'node:net'
import { AppError } from '../../../catalogue/errors.ts'

/** Looks for viruses in what is uploaded. */
export interface VirusScanner {
  /** Name of the malware found; null for a clean file. Throws 503 when the scanner does not answer. */
  scan(content: Buffer): Promise<string | null>
}

/** Milliseconds without a word from the scanner, and bytes of one piece. */
const longestMs = 30_000
const pieceBytes = 64 * 1024
/** Most letters of an answer. */
const longestAnswer = 4096

const socketAt = (address: string): Socket => {
  if (address.startsWith('/')) return connect(address)
  const { hostname, port } = new URL(`tcp://${address}`)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

/** A piece with its length in front, as INSTREAM asks for it. */
function* framed(content: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for (let at = 0; at < content.length; at += pieceBytes) {
    const piece = content.subarray(at, at + pieceBytes)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield Buffer.concat([length, piece])
  }
  yield Buffer.alloc(4)
}

async function answerOf(address: string, content: Buffer): Promise<string> {
  const socket = socketAt(address)
  try {
    return await new Promise<string>((resolve, reject) => {
      let answer = ''
      socket.setTimeout(longestMs, () => reject(new Error('clamd does not answer')))
      socket.on('error', reject)
      socket.on('data', (piece) => {
        answer += piece.toString('utf8')
        if (answer.includes('\0') || answer.length > longestAnswer) resolve(answer)
      })
      socket.on('end', () => resolve(answer))
      for (const piece of framed(content)) socket.write(piece)
    })
  } finally {
    socket.destroy()
  }
}

/**
 * A scanner that speaks clamd's protocol (clamd(8), INSTREAM).
 * @param address host:port, or the path of a socket
 */
export const clamdScanner = (address: string): VirusScanner => ({
  async scan(content) {
    const answer = await answerOf(address, content).catch((cause: unknown) => String(cause))
    const found = /^stream: (.+) FOUND/.exec(answer)?.[1]
    if (found !== undefined) return found.slice(0, 100)
    if (answer.startsWith('stream: OK')) return null
    throw new AppError('unavailable', { message: '病毒检查暂时用不了，请稍后再传' })
  },
})
