import type { PageName } from './entry.ts'
import type { Help } from './help.ts'

/** The help of the pages on which apps sign people in through the portal. */
export const helpOfSignOn = {
  'outside-sign-in': {
    title: '外部账号登录',
    about: '用统一身份认证、企业微信或钉钉登录，无需输入杏坛的密码。',
    steps: [
      '在登录页选择一种外部账号，到那里登录后自动回到杏坛。',
      '第一次使用时，再用杏坛账号和密码登录一次，看清姓名后确认绑定。',
      '以后用同一个外部账号登录，直接进入。',
    ],
    notes: [
      '只绑定您本人的外部账号：用它的人可以登录您的杏坛账号。',
      '在个人中心“手机与邮箱”里可以绑定和解除。',
    ],
  },
  consent: {
    title: '登录到应用',
    about: '其他应用请求使用您的杏坛账号登录时，由您决定提供哪些资料。',
    steps: [
      '看清应用的名称和网址，确认是自己要进入的应用。',
      '有多个身份的，可以切换以哪个身份进入。',
      '勾选愿意提供的可选资料，同意后进入应用。',
    ],
    notes: ['身份证件号、密码和诚信档案不会提供给任何应用。', '在个人中心“授权的应用”里可以随时撤销。'],
  },
  'signed-out': {
    title: '退出登录',
    about: '退出杏坛时，在本设备上通过杏坛登录的应用一同退出。',
    steps: ['确认退出后，列出一同退出的应用。', '通知失败的应用，请在该应用中再次退出。'],
  },
  'sign-on-clients': {
    title: '应用登录接入',
    about: '登记哪些应用可以用杏坛账号登录，可以取得哪些资料。',
    steps: [
      '选择应用，填写登录后的返回地址，须以 https 开头并与应用实际使用的完全一致。',
      '选择应用可以取得的资料，每一项写明用途，本人同意时会看到。',
      '保存后生成密钥，交给应用的维护人员；密钥只显示一次。',
    ],
    notes: ['停用后，应用立刻不能登录，也不能再取得资料。', '重新生成密钥后，原来的密钥立刻作废。'],
  },
} as const satisfies Partial<Record<PageName, Help>>
