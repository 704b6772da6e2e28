/** Through whom people may sign in from outside; undefined for whom they may not. */
export interface OutsideSignIn {
  /** A provider of OpenID Connect, with the name on its button. */
  readonly oidc:
    | {
        readonly issuer: string
        readonly clientId: string
        readonly clientSecret: string
        readonly name: string
      }
    | undefined
  readonly wecom: { readonly loginUrl: string } | undefined
  readonly dingtalk: { readonly loginUrl: string; readonly apiUrl: string } | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** The variable without which people cannot sign in through a provider. */
const signInNeeds = {
  oidc: 'OUTSIDE_OIDC_ISSUER',
  wecom: 'WECOM_CORP_ID',
  dingtalk: 'DINGTALK_APP_KEY',
} as const
const signInWays = ['oidc', 'wecom', 'dingtalk'] as const
const listed = (given: string | undefined): string[] => given?.split(',').map((part) => part.trim()) ?? []

/** Rules between the variables of signing in from outside, as sentences. */
export function outsideContradictions(given: Environment): (string | false | undefined)[] {
  const ways = listed(given['OUTSIDE_SIGN_IN'])
  return [
    ...signInWays.map(
      (way) =>
        ways.includes(way) &&
        !given[signInNeeds[way]] &&
        `OUTSIDE_SIGN_IN 写了 ${way}，必须给出 ${signInNeeds[way]}。`,
    ),
    // Providers send people back to a registered address only.
    given['NODE_ENV'] === 'production' &&
      ways.length > 0 &&
      !given['PUBLIC_ORIGIN'] &&
      '使用外部账号登录（OUTSIDE_SIGN_IN）时必须给出 PUBLIC_ORIGIN，登录后回到这个地址。',
    given['NODE_ENV'] === 'production' &&
      given['OUTSIDE_OIDC_ISSUER']?.startsWith('http:') &&
      '生产环境的 OUTSIDE_OIDC_ISSUER 必须以 https:// 开头。',
  ]
}

/** Variables that were read and checked. */
interface Values {
  readonly OUTSIDE_SIGN_IN?: string | undefined
  readonly OUTSIDE_OIDC_ISSUER?: string | undefined
  readonly OUTSIDE_OIDC_CLIENT_ID?: string | undefined
  readonly OUTSIDE_OIDC_CLIENT_SECRET?: string | undefined
  readonly OUTSIDE_OIDC_NAME: string
  readonly WECOM_LOGIN_URL: string
  readonly DINGTALK_LOGIN_URL: string
  readonly DINGTALK_API_URL: string
}

export function outsideSignInOf(values: Values): OutsideSignIn {
  const ways = listed(values.OUTSIDE_SIGN_IN)
  const { OUTSIDE_OIDC_ISSUER: issuer, OUTSIDE_OIDC_CLIENT_ID: clientId } = values
  const { OUTSIDE_OIDC_CLIENT_SECRET: clientSecret, OUTSIDE_OIDC_NAME: name } = values
  return {
    oidc:
      ways.includes('oidc') && issuer && clientId && clientSecret
        ? { issuer, clientId, clientSecret, name }
        : undefined,
    wecom: ways.includes('wecom') ? { loginUrl: values.WECOM_LOGIN_URL } : undefined,
    dingtalk: ways.includes('dingtalk')
      ? { loginUrl: values.DINGTALK_LOGIN_URL, apiUrl: values.DINGTALK_API_URL }
      : undefined,
  }
}
