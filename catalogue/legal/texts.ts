/**
 * The texts that everybody can read, and whether people agree to them or are shown them. Duties are told, not
 * asked (个人信息保护法 第十三条第三项, 第十七条): the agreement is agreed to, the privacy policy is shown.
 * Each is a type of content.
 */
export const legalTexts = [
  { name: 'userAgreement', title: '用户协议', path: '/home/agreement', asks: 'agreed' },
  { name: 'privacyPolicy', title: '隐私政策', path: '/home/privacy', asks: 'read' },
  { name: 'collectionList', title: '个人信息收集清单', path: '/home/collection', asks: null },
] as const

export type LegalName = (typeof legalTexts)[number]['name']

/**
 * Edition of the texts that come with the program, as long as nobody published others. Whoever changes their
 * substance raises it: everybody is asked again.
 */
export const builtInEdition = '2026-11'
export const builtInFrom = '2026-11-27'
