import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCertificate } from '../testing/test-certificate.ts'
import { doorCertificates, doorFaults } from './door-certificates.ts'
import type { OutsideSignIn } from './outside-sign-in.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-doors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const own = testCertificate('portal')
const put = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  await chmod(path, 0o600)
  return path
}
async function doors(
  more: { ca?: string; idp?: string; key?: string; password?: string } = {},
): Promise<OutsideSignIn> {
  const usual = testCertificate('directory').certificate
  return {
    oidc: undefined,
    wecom: undefined,
    dingtalk: undefined,
    ldap: {
      url: 'ldaps://ldap.example.cn',
      ca: await put('ca.pem', more.ca ?? usual),
      reader: 'cn=reader',
      readerPassword: more.password ?? 'long enough for it',
      base: 'dc=example',
      account: 'uid',
      subject: 'entryUUID',
      name: '单位账号',
    },
    saml: {
      entry: 'https://idp.example.cn/sso',
      issuer: 'idp',
      idpCertificate: await put('idp.pem', more.idp ?? usual),
      key: await put('key.pem', more.key ?? own.key),
      certificate: await put('cert.pem', own.certificate),
      subject: 'NameID',
      name: '联合认证',
    },
  }
}
const sentences = async (more: Parameters<typeof doors>[0]) =>
  (await doorFaults(await doors(more))).map(({ sentence }) => sentence)

it('certificates that hold, a key that fits and a long password are no fault', async () => {
  expect(await sentences({})).toEqual([])
  const [first] = await doorCertificates(await doors())
  expect(first).toMatchObject({ door: 'ldap', subject: 'CN=directory', days: 364 })
})

it('each fault is one sentence with its variable', async () => {
  const cases = [
    [{ ca: testCertificate('old', -1).certificate }, 'OUTSIDE_LDAP_CA 里的证书（CN=old）已过期，请更换。'],
    [
      { ca: testCertificate('soon', 20).certificate },
      'OUTSIDE_LDAP_CA 里的证书（CN=soon）还有 19 天到期，请更换。',
    ],
    [{ ca: 'nothing' }, 'OUTSIDE_LDAP_CA 指的文件里没有能读的证书。'],
    [
      { key: testCertificate('other').key },
      'OUTSIDE_SAML_KEY 的私钥与 OUTSIDE_SAML_CERTIFICATE 的证书不配套。',
    ],
    [{ key: 'nothing' }, 'OUTSIDE_SAML_KEY 指的私钥读取失败。'],
    [{ password: 'short' }, 'OUTSIDE_LDAP_PASSWORD 少于 12 个字符，请换一个更长的密码。'],
  ] as const
  for (const [more, sentence] of cases) expect(await sentences(more)).toEqual([sentence])
  const open = await doors()
  await chmod(join(folder, 'key.pem'), 0o644)
  expect((await doorFaults(open)).map(({ sentence }) => sentence)[0]).toContain('chmod 600')
})

it('of two certificates of a provider that changes them, the one that is over is no fault', async () => {
  const [old, next] = [testCertificate('old', -1), testCertificate('next', 300)]
  expect(await sentences({ idp: old.certificate + next.certificate })).toEqual([])
})
