import { constants, createPublicKey, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto'
import { BackupError } from './manifest.ts'

const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)))

/**
 * The key in two parts, each of which tells nothing alone, sealed to the RSA public keys (PEM) of two
 * holders.
 */
export function sealForHolders(key: Buffer, publicKeys: readonly string[]): string[] {
  const [first, second] = publicKeys
  if (first === undefined || second === undefined || publicKeys.length > 2)
    throw new BackupError('密钥要交两位保管人各持一半：请给出恰好两个公钥文件。')
  const half = randomBytes(key.length)
  return [half, xor(key, half)].map((part, at) => sealed(part, at === 0 ? first : second))
}

function sealed(part: Buffer, pem: string): string {
  try {
    return publicEncrypt({ key: createPublicKey(pem), ...padding }, part).toString('base64')
  } catch {
    throw new BackupError('保管人的公钥应为 PEM 格式的 RSA 公钥。')
  }
}

/** The key again, from the private keys of both holders in any order. */
export function openByHolders(parts: readonly string[], privateKeys: readonly string[]): Buffer {
  const opened = parts.map((part) => {
    for (const key of privateKeys) {
      try {
        return privateDecrypt({ key, ...padding }, Buffer.from(part, 'base64'))
      } catch {
        // Another holder's part.
      }
    }
    throw new BackupError('两位保管人的私钥没有到齐，或不是备份时的那两位。')
  })
  const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = opened
  return xor(one, other)
}
