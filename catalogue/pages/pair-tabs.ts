/** What is done under agreements: needs with their offers, and the ledger. */
const supportWorkTabs = {
  需求: { key: 'needs', page: 'support-needs' },
  提出的需求: { key: 'supportNeed', page: 'support-cases' },
  响应: { key: 'supportOffer', page: 'support-cases' },
  台账: { key: 'supportEntry', page: 'support-cases' },
} as const
/** The processes of counterpart support, for the pages of whoever takes part. */
export const supportProcesses = ['pairAgreement', 'supportNeed', 'supportOffer', 'supportEntry'] as const

/** Pair agreements of an office: the agreements with their goals, their way, what is done, and how the goals stand. */
export const pairTabs = {
  结对协议: { key: 'pairs', page: 'support-pairs' },
  协议办理: { key: 'pairAgreement', page: 'support-pair-cases' },
  ...supportWorkTabs,
  帮扶成效: { key: 'effects', page: 'support-effects' },
} as const
