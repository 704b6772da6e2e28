import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'

let region: Region
let origin: string
beforeAll(async () => {
  region = await testRegion('api_example')
  origin = await region.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => region.close())

const script = new URL('../../../docs/how-to/use-the-api/teachers.mjs', import.meta.url).pathname
const run = (token: string) =>
  promisify(execFile)(process.execPath, [script, origin], { env: { XINGTAN_TOKEN: token } })

it('the worked example lists the teachers of the token’s institution, and says what is wrong with a token', async () => {
  const { area } = region.people
  const body = { name: '示例系统', scopes: ['teachers'] }
  const made = await area.post<{ secret: string }>('/api/v1/apiTokens', body)
  const { stdout } = await run(made.data.secret)
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    ['name,institution', '曾广,东区一中', '林疏影,东区一中'].toSorted(),
  )
  await expect(run('xt_wrong')).rejects.toThrow('401 访问令牌不对、已过期或已撤销')
})
