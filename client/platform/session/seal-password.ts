import { loginKey } from '../../../catalogue/contract/account/account.ts'
import { api } from '../api/api.ts'

const cipherMode = 1 // C1C3C2, the order of GM/T 0009

/**
 * Encrypts a password for one use: the server gives a public key with a nonce and accepts the result once.
 * The cipher is loaded with the first call, because only a person who signs in needs it.
 */
export async function sealPassword(password: string): Promise<{ password: string; kid: string }> {
  const [key, { sm2 }] = await Promise.all([
    api.get('/api/v1/login/key', { schema: loginKey, quiet: true }),
    import('sm-crypto-v2'),
  ])
  const text = JSON.stringify({ p: password, nonce: key.nonce })
  return { password: sm2.doEncrypt(text, key.publicKey, cipherMode), kid: key.kid }
}
