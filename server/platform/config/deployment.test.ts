import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { deploymentFaults } from './deployment.ts'

const good = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://teacher.example.cn',
  TRUST_PROXY: '1',
  SMS_URL: 'https://sms.example.cn/send',
}
const faultsOf = (env: Record<string, string>) => deploymentFaults(readConfig({ ...good, ...env }))

it('finds nothing where everything is said', () => expect(faultsOf({})).toEqual([]))

it('names each setting that should not be so in production', () => {
  for (const [env, name] of [
    [{ NODE_ENV: 'development' }, 'NODE_ENV'],
    [{ PUBLIC_ORIGIN: '' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'http://teacher.example.cn' }, 'PUBLIC_ORIGIN'],
    [{ TRUST_PROXY: '' }, 'TRUST_PROXY'],
    [{ SECOND_FACTOR: 'off' }, 'SECOND_FACTOR'],
    [{ SMS_URL: '' }, 'SMS_URL'],
    [{ TRUSTED_NETWORKS: '0.0.0.0/0' }, 'TRUSTED_NETWORKS'],
  ] as const) {
    const faults = faultsOf(env)
    expect(
      faults.some((fault) => fault.includes(name)),
      name,
    ).toBe(true)
    expect(
      faults.every((fault) => fault.endsWith('。')),
      name,
    ).toBe(true)
  }
})
