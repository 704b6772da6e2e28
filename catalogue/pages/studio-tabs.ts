/** Studios of an office: those that run, what waits for it, the assessment of their years, those that are over. */
export const studioTabs = {
  运行: { key: 'running', page: 'studios' },
  申报: { key: 'studio', page: 'studio-cases' },
  考核: { key: 'studioNotice', page: 'campaigns' },
  年度总结: { key: 'studioYear', page: 'studio-cases' },
  成员: { key: 'membership', page: 'studio-cases' },
  已结束: { key: 'over', page: 'studios' },
} as const
