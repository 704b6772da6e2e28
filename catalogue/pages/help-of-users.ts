import type { PageName } from './entry.ts'
import type { Help } from './help.ts'

/** The help of accounts, for the administrator; part of `help`. */
export const helpOfUsers = {
  'user-list': {
    title: '用户',
    about: '所有账号和身份。',
    steps: [
      '按姓名、拼音、账号搜索；输完整的证件号或手机号也能找到，号码不会写入网址。',
      '新增用户后，接通短信的一次性密码发到本人手机，其他的显示一次。',
    ],
  },
  'online-users': {
    title: '在线用户',
    about: '正在登录的设备：谁、从哪里、最近什么时候操作。',
    steps: ['按姓名、账号或角色搜索。', '点“退出登录”，该设备下一次操作时须重新登录；每次都记入日志。'],
    notes: ['30 分钟没有操作的不在其中。停用账号在“用户管理”。'],
  },
  feedback: {
    title: '意见反馈',
    about: '用户在“帮助”里提交的使用问题和改进建议。',
    steps: ['按状态、类别筛选，按内容或姓名搜索。', '写答复后点“答复”，反馈的人会收到消息；每条只答复一次。'],
    notes: ['待答复的同时列在“待办事项”。'],
  },
  'user-edit': {
    title: '用户详情',
    about: '一个账号的身份、密码和两步验证。',
    steps: ['增加或停用身份；停用后立即下线。', '重置密码后，原来的密码立即作废。'],
    notes: ['系统管理员、教育局等身份由另一位管理员确认后生效。'],
  },
} satisfies Partial<Record<PageName, Help>>
