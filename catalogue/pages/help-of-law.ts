import type { PageName } from './entry.ts'
import type { Help } from './help.ts'

/** The help of what the law asks for; part of `help`. */
export const helpOfLaw = {
  legal: {
    title: '用户协议和隐私政策',
    about: '使用平台的约定，平台处理哪些个人信息、为什么、保存多久，以及您的权利。',
    steps: ['登录后第一次使用时阅读；换了版本会再次显示。', '以前的同意记录在“个人中心”里。'],
  },
  privacy: {
    title: '个人信息保护',
    about: '平台保存哪些个人信息，依据什么，保存多久；本单位和上级自己增加的栏目也在内。',
    steps: ['点开一类材料，查看栏目和依据。', '登录后可以在“个人中心”的“我的数据副本”里取走本人的信息。'],
  },
  'data-register': {
    title: '数据分级目录',
    about: '平台保存的每个栏目：级别、谁能看到、依据和已填数。',
    steps: ['选一类材料，查看其栏目。', '点“导出全部”，得到所有材料的目录。'],
    notes: ['内容按程序的声明和各单位的自有栏目自动生成，不需要填写。'],
  },
} as const satisfies Partial<Record<PageName, Help>>
