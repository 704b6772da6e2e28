import type { PageName } from './entry.ts'

/** A picture of a screen, beside the words of its help. */
export interface HelpPicture {
  /** The file, `client/features/help/pictures/<file>.webp`. */
  readonly file: string
  /** What is to be seen, for whoever does not see it; it is the line below the picture, too. */
  readonly alt: string
}

/**
 * The pictures of the help, by page. `npm run generate:help-pictures` draws them anew from the demo region;
 * each file that is named here has to be there, and no other (scripts/help-pictures.test.ts).
 */
export const helpPictures: Readonly<Partial<Record<PageName, readonly HelpPicture[]>>> = {
  portal: [{ file: 'portal-home', alt: '门户首页：左边是头条，右边是通知公告' }],
  'workspace-home': [
    { file: 'teacher-home', alt: '教师的首页：左边是待办事项和我提交的，右边是我的档案、未读消息和快捷入口' },
    { file: 'office-home', alt: '学校的首页：最上面是最该先办的一条，下面是各类待审核的条数' },
    { file: 'search', alt: '按 / 打开的搜索：输入几个字，人、记录和功能分组列出' },
  ],
  'record-section': [
    {
      file: 'record-form',
      alt: '填写学习经历的表单：必填项带星号，右下是保存草稿和提交审核，右边写着审核单位审核',
    },
  ],
  review: [
    {
      file: 'review-desk',
      alt: '审核页面：左边是待审核的名单，中间是申报的内容，右边是佐证材料和退回意见，右下是退回和通过',
    },
  ],
  'archive-list': [{ file: 'list-view', alt: '档案列表：上方是常用视图和筛选，下面是名单' }],
  'archive-document': [{ file: 'archive', alt: '整份档案：左边是目录，右边逐栏列出已核验的内容' }],
  contents: [
    { file: 'contents-editor', alt: '撰写通知：左边是标题和正文，右边是公开程度、读者和发布时间' },
    { file: 'contents-review', alt: '审核内容：中间是读者会看到的样子，右边是办理进度、读者和审核意见' },
  ],
  overview: [{ file: 'administrator-home', alt: '系统管理员的首页：最上面是需要处理的事项，下面是运行情况' }],
  'user-list': [{ file: 'users', alt: '用户管理：上方按姓名、角色、单位筛选，下面是用户名单' }],
}
