import { demoPassword } from '../demo/accounts.ts'

/** The token of a demo account at a running portal. */
export async function signIn(url: string, account: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: demoPassword }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}
