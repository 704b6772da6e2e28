import type { z } from 'zod'
import type { DirectorySettings } from '../ldap/directory.ts'
import type { SamlSettings } from '../saml/service-provider.ts'
import { absolutePath, noSpaces, text, webAddress } from './variable.ts'

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
  readonly cas?: CasServer | undefined
  /** A provider of SAML 2.0; `subject` is the attribute that tells people apart, or `NameID`. */
  readonly saml?: (SamlSettings & { readonly name: string; readonly subject: string }) | undefined
  /** A directory that people are asked their account and password for, with the name on its button. */
  readonly ldap?: (DirectorySettings & { readonly name: string }) | undefined
}

/** Where a ticket of CAS is asked about. */
interface CasServer {
  /** Its address, before `/login`. */
  readonly url: string
  readonly name: string
  /** Attribute that tells people apart; `user` for the account itself. */
  readonly subject: string
}

const doorTitle = (name: string, usual: string) =>
  text(`${name} 不超过 12 个字。`, (v) => v.length <= 12).default(usual)
const attribute = (name: string) =>
  text(`${name} 应为目录里的属性名，例如 uid、entryUUID。`, (v) => /^[A-Za-z][\w-]{0,62}$/.test(v))
const distinguished = (name: string) =>
  text(`${name} 应为目录里的位置（DN），例如 ou=people,dc=example,dc=cn。`, (v) => v.includes('=')).optional()

/** One schema per variable of the doors that this file alone knows. */
export const outsideVariables = {
  OUTSIDE_CAS_URL: webAddress('OUTSIDE_CAS_URL').optional(),
  OUTSIDE_CAS_SUBJECT: attribute('OUTSIDE_CAS_SUBJECT').default('user'),
  OUTSIDE_CAS_NAME: doorTitle('OUTSIDE_CAS_NAME', '统一登录'),
  OUTSIDE_SAML_ENTRY: webAddress('OUTSIDE_SAML_ENTRY').optional(),
  OUTSIDE_SAML_ISSUER: noSpaces('OUTSIDE_SAML_ISSUER'),
  OUTSIDE_SAML_IDP_CERTIFICATE: absolutePath('OUTSIDE_SAML_IDP_CERTIFICATE'),
  OUTSIDE_SAML_KEY: absolutePath('OUTSIDE_SAML_KEY'),
  OUTSIDE_SAML_CERTIFICATE: absolutePath('OUTSIDE_SAML_CERTIFICATE'),
  OUTSIDE_SAML_SUBJECT: text(
    'OUTSIDE_SAML_SUBJECT 应为 NameID，或身份提供方给出的属性名。',
    (v) => v.length <= 200 && !/\s/.test(v),
  ).default('NameID'),
  OUTSIDE_SAML_NAME: doorTitle('OUTSIDE_SAML_NAME', '联合认证'),
  OUTSIDE_LDAP_URL: text(
    'OUTSIDE_LDAP_URL 应形如 ldaps://主机:636，或 ldap://主机:389（用 StartTLS 加密）。',
    (v) => /^ldaps?:\/\/[^/\s?#]+\/?$/.test(v) && URL.canParse(v),
  ).optional(),
  OUTSIDE_LDAP_CA: absolutePath('OUTSIDE_LDAP_CA'),
  OUTSIDE_LDAP_READER: distinguished('OUTSIDE_LDAP_READER'),
  OUTSIDE_LDAP_PASSWORD: text('OUTSIDE_LDAP_PASSWORD 不能为空。', (v) => v !== '').optional(),
  OUTSIDE_LDAP_BASE: distinguished('OUTSIDE_LDAP_BASE'),
  OUTSIDE_LDAP_ACCOUNT: attribute('OUTSIDE_LDAP_ACCOUNT').default('uid'),
  OUTSIDE_LDAP_SUBJECT: attribute('OUTSIDE_LDAP_SUBJECT').default('entryUUID'),
  OUTSIDE_LDAP_NAME: doorTitle('OUTSIDE_LDAP_NAME', '单位账号'),
}

/** Variables of a door that are given together or not at all. */
export const outsideTogether = [
  [
    'OUTSIDE_SAML_ENTRY',
    'OUTSIDE_SAML_ISSUER',
    'OUTSIDE_SAML_IDP_CERTIFICATE',
    'OUTSIDE_SAML_KEY',
    'OUTSIDE_SAML_CERTIFICATE',
  ],
  [
    'OUTSIDE_LDAP_URL',
    'OUTSIDE_LDAP_CA',
    'OUTSIDE_LDAP_READER',
    'OUTSIDE_LDAP_PASSWORD',
    'OUTSIDE_LDAP_BASE',
  ],
] as const

type Environment = Readonly<Record<string, string | undefined>>

/** The variable without which people cannot sign in through a provider. */
const signInNeeds = {
  oidc: 'OUTSIDE_OIDC_ISSUER',
  wecom: 'WECOM_CORP_ID',
  dingtalk: 'DINGTALK_APP_KEY',
  cas: 'OUTSIDE_CAS_URL',
  saml: 'OUTSIDE_SAML_ENTRY',
  ldap: 'OUTSIDE_LDAP_URL',
} as const
/** Names of the doors, as OUTSIDE_SIGN_IN lists them. */
export const signInWays = ['oidc', 'wecom', 'dingtalk', 'cas', 'saml', 'ldap'] as const
/** Addresses whose answers are believed, and that may not be plain http in production. */
const encrypted = ['OUTSIDE_OIDC_ISSUER', 'OUTSIDE_CAS_URL', 'OUTSIDE_SAML_ENTRY'] as const
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
    ...encrypted.map(
      (name) =>
        given['NODE_ENV'] === 'production' &&
        given[name]?.startsWith('http:') &&
        `生产环境的 ${name} 必须以 https:// 开头。`,
    ),
  ]
}

/** Variables that were read and checked. */
interface Values extends z.output<z.ZodObject<typeof outsideVariables>> {
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
    cas:
      ways.includes('cas') && values.OUTSIDE_CAS_URL
        ? {
            url: values.OUTSIDE_CAS_URL,
            name: values.OUTSIDE_CAS_NAME,
            subject: values.OUTSIDE_CAS_SUBJECT,
          }
        : undefined,
    saml: ways.includes('saml') ? samlOf(values) : undefined,
    ldap: ways.includes('ldap') ? directoryOf(values) : undefined,
  }
}

function samlOf(values: Values): OutsideSignIn['saml'] {
  const { OUTSIDE_SAML_ENTRY: entry, OUTSIDE_SAML_ISSUER: issuer, OUTSIDE_SAML_KEY: key } = values
  const { OUTSIDE_SAML_IDP_CERTIFICATE: idpCertificate, OUTSIDE_SAML_CERTIFICATE: certificate } = values
  if (!entry || !issuer || !idpCertificate || !key || !certificate) return undefined
  const { OUTSIDE_SAML_SUBJECT: subject, OUTSIDE_SAML_NAME: name } = values
  return { entry, issuer, idpCertificate, key, certificate, subject, name }
}

function directoryOf(values: Values): OutsideSignIn['ldap'] {
  const { OUTSIDE_LDAP_URL: url, OUTSIDE_LDAP_CA: ca, OUTSIDE_LDAP_READER: reader } = values
  const { OUTSIDE_LDAP_PASSWORD: readerPassword, OUTSIDE_LDAP_BASE: base } = values
  if (!url || !ca || !reader || !readerPassword || !base) return undefined
  const { OUTSIDE_LDAP_ACCOUNT: account, OUTSIDE_LDAP_SUBJECT: subject, OUTSIDE_LDAP_NAME: name } = values
  return { url, ca, reader, readerPassword, base, account, subject, name }
}
