/** Pair agreements of an office: the agreements with their goals, their way, and how the goals of all stand. */
export const pairTabs = {
  结对协议: { key: 'pairs', page: 'support-pairs' },
  协议办理: { key: 'pairAgreement', page: 'support-pair-cases' },
  帮扶成效: { key: 'effects', page: 'support-effects' },
} as const
