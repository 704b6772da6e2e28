import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Samples a second; each is a byte, 128 is silence. */
const rate = 8_000
const header = 44
const count = 5

/**
 * The spoken digits: Mandarin, made with eSpeak NG (voice cmn), one file each in the same form as what is
 * answered.
 */
let voices: readonly Buffer[] | undefined
const voiceOf = (digit: number): Buffer => {
  voices ??= Array.from({ length: 10 }, (_, n) =>
    readFileSync(join(import.meta.dirname, 'digits', `${n}.wav`)).subarray(header),
  )
  return voices[digit] ?? Buffer.alloc(0)
}

/** Five digits at random. */
export const randomDigits = (): string => Array.from({ length: count }, () => String(randomInt(10))).join('')

/** A voice played slower or faster, and with it lower or higher. */
function bent(voice: Buffer): Buffer {
  const pace = randomInt(88, 113) / 100
  return Buffer.from(
    Array.from({ length: Math.floor(voice.length / pace) }, (_, at) => voice[Math.floor(at * pace)] ?? 128),
  )
}

const pause = (): Buffer => Buffer.alloc(randomInt(Math.floor(rate * 0.35), Math.floor(rate * 0.8)), 128)

/** Adds a soft hiss everywhere, so that pauses cannot be found by their silence. */
function withNoise(samples: Buffer): Buffer {
  const noise = randomBytes(samples.length)
  return Buffer.from(
    samples.map((sample, at) => Math.min(255, Math.max(0, sample + ((noise[at] ?? 0) % 13) - 6))),
  )
}

/** The digits spoken one after the other: mono WAV, 8 bit, 8 kHz, about five seconds, as a data address. */
export function soundOf(digits: string): string {
  const parts = [...digits].flatMap((digit) => [pause(), bent(voiceOf(Number(digit)))])
  const samples = withNoise(Buffer.concat([...parts, pause()]))
  const head = Buffer.alloc(header)
  head.write('RIFF', 0)
  head.writeUInt32LE(samples.length + header - 8, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return `data:audio/wav;base64,${Buffer.concat([head, samples]).toString('base64')}`
}
