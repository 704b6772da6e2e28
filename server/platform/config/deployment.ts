import type { Config } from './config.ts'

/**
 * What a portal in production should not be run with, one Chinese sentence each; printed at its start and by
 * `npm run check:deploy`. Faults that keep it from starting are `readConfig`'s.
 */
export function deploymentFaults(config: Config): string[] {
  const { publicOrigin, trustProxy } = config
  const https = publicOrigin?.startsWith('https:') ?? false
  return [
    config.nodeEnv !== 'production' &&
      '没有设 NODE_ENV=production：没写 DEMO=off 就装入演示数据，演示的密码也能登录。',
    publicOrigin === undefined && '没有设 PUBLIC_ORIGIN：站点地图、订阅不能给出完整地址，账号中心不能使用。',
    publicOrigin !== undefined &&
      !https &&
      'PUBLIC_ORIGIN 不是 https：会话的 Cookie 没有 Secure，密码以外的内容在线路上是明文。',
    https &&
      trustProxy === false &&
      'PUBLIC_ORIGIN 是 https，而没有设 TRUST_PROXY：限流会把所有人当作代理一个地址。请填代理的层数或网段。',
    config.secondFactor === 'off' && 'SECOND_FACTOR=off：管理员改账号、导出、看全号都不再确认身份。',
    config.smsUrl === undefined && '没有设 SMS_URL：一次性密码和变更通知发不到本人手机。',
    config.trustedNetworks.some((block) => block.endsWith('/0')) &&
      'TRUSTED_NETWORKS 里有 /0：等于对所有地址取消按地址的限制。',
  ].filter((fault) => typeof fault === 'string')
}
