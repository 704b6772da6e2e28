/** The suites of algorithms: CRYPTO_SUITE says which writes (docs/decisions/0285). */
export const cryptoSuites = ['intl', 'sm'] as const
export type CryptoSuite = (typeof cryptoSuites)[number]

export const suiteLabels: Readonly<Record<CryptoSuite, string>> = {
  intl: '国际算法',
  sm: '商用密码（SM2、SM3、SM4）',
}

/**
 * What decides the algorithm: the suite, a standard of the other side, the program itself, or what stands
 * before the portal.
 */
export type DecidedBy = 'suite' | 'standard' | 'program' | 'gateway'

export const decidedByLabels: Readonly<Record<DecidedBy, string>> = {
  suite: '随套件',
  standard: '外部标准',
  program: '程序固定',
  gateway: '网关',
}

/** One use of cryptography in the portal. */
export interface CryptoUse {
  readonly name: string
  readonly decidedBy: DecidedBy
  /** The algorithms under each suite; the same where the suite does not decide. */
  readonly algorithms: Readonly<Record<CryptoSuite, string>>
  readonly note: string
}

const always = (algorithm: string): CryptoUse['algorithms'] => ({ intl: algorithm, sm: algorithm })

/** Every use, as an inspection by GB/T 39786 asks for them. */
export const cryptoUses: readonly CryptoUse[] = [
  {
    name: '加密字段',
    decidedBy: 'suite',
    algorithms: { intl: 'AES-256-GCM', sm: 'SM4-CTR、HMAC-SM3' },
    note: '证件号、手机号、住址等；密文与所在字段绑定',
  },
  {
    name: '证件号、手机号索引',
    decidedBy: 'suite',
    algorithms: { intl: 'HMAC-SHA-256', sm: 'HMAC-SM3' },
    note: '不解密即可按完整号码搜索、判断重复',
  },
  {
    name: '密码保存',
    decidedBy: 'suite',
    algorithms: { intl: 'Argon2id', sm: 'PBKDF2-HMAC-SM3' },
    note: '加盐并加密钥；改套件后在下次登录时更新',
  },
  {
    name: '日志防篡改',
    decidedBy: 'suite',
    algorithms: { intl: 'HMAC-SHA-256', sm: 'HMAC-SM3' },
    note: '逐条成链，每条写明套件；备份清单同此',
  },
  {
    name: '导出文件、我的数据副本、移交包',
    decidedBy: 'suite',
    algorithms: { intl: 'AES-256-GCM', sm: 'SM4-CTR、HMAC-SM3' },
    note: '在服务器上加密保存，一个文件一把密钥',
  },
  {
    name: '密钥派生',
    decidedBy: 'suite',
    algorithms: { intl: 'HKDF-SHA-256', sm: 'HKDF-SM3' },
    note: '各用途的密钥由主密钥派生，互不相同',
  },
  {
    name: '平台签名',
    decidedBy: 'suite',
    algorithms: { intl: 'Ed25519', sm: 'SM2-SM3' },
    note: '密钥已备好，公钥见本页；目前没有文件用它签名',
  },
  {
    name: '登录时传输密码',
    decidedBy: 'program',
    algorithms: always('SM2'),
    note: '在 TLS 之内再加密一次，密钥每日更换',
  },
  {
    name: '链接、会话标记、验证码',
    decidedBy: 'program',
    algorithms: always('HMAC-SHA-256'),
    note: '短期有效，自行失效',
  },
  {
    name: '令牌、文件和表格指纹',
    decidedBy: 'program',
    algorithms: always('SHA-256、HMAC-SHA-256'),
    note: '令牌为随机数，库中只存杂凑值',
  },
  {
    name: '备份中分持的主密钥',
    decidedBy: 'program',
    algorithms: always('RSA-OAEP'),
    note: '分给两名保管人，缺一不可',
  },
  {
    name: '单点登录、电子证书、移交包签名',
    decidedBy: 'standard',
    algorithms: always('RS256'),
    note: 'OpenID Connect、Open Badges 规定；移交包用证书的同一把密钥',
  },
  {
    name: '动态码',
    decidedBy: 'standard',
    algorithms: always('TOTP（HMAC-SHA-1）'),
    note: 'RFC 6238 规定，手机上的验证器只认它',
  },
  {
    name: '网页传输',
    decidedBy: 'gateway',
    algorithms: always('TLS，由网关决定'),
    note: '程序自身没有国密 TLS；要用 TLCP 须配国密网关',
  },
]

/** What an inspection asks for and software cannot be. */
export const cryptoToBuy: readonly string[] = [
  '经认证的密码模块（密码机或密码卡）：本平台的算法由软件实现，只凭软件不能通过密评。',
  '支持 TLCP 的网关和国密证书：用于浏览器到门户的传输。',
  '密评机构的测评：结果以测评报告为准。',
]
