import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB, 2 passes: about 60 ms. Few at a time, so that a flood of sign-ins cannot starve the process. */
// 2 is Argon2id; the package's enum is const and cannot be imported under type stripping.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 4

let running = 0
const waiting: (() => void)[] = []

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Hash of a password, parameters and salt included. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password.normalize('NFC'), options))
}

// A hash that no password fits, so that an unknown account costs the same time as a known one.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$cGxhY2Vob2xkZXJzYWx0$VxTtqBvvBnoKqzA9AZ0vGm4YMQ9kKmMYxC1zQmZkJ2c'

/** Whether a password fits a hash; without a hash the same work is done and the answer is no. */
export async function fitsPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await bounded(() => verify(stored ?? nobody, password.normalize('NFC')).catch(() => false))
  return stored !== null && fits
}
