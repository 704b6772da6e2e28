import { bool, defineRecord, dict, longText, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { is } from '../../rules/condition.ts'

const borrowed = is('isOriginal', false)

/**
 * 资源共享: one row per teaching resource offered to others; its files are the evidence. Reviewed up to the
 * level it is shared at; a resource only for oneself has no step.
 */
export const sharedResource = defineRecord({
  name: 'sharedResource',
  title: '资源共享',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('资源名称', { required: true, maxLength: 200 }),
    resourceKind: dict('资源类别', 'resourceKind', {
      required: true,
      help: '资源文件在佐证材料处上传；课件、教案请先导出为 PDF，录像请在简介里写明网址',
    }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    subject: dict('学科', 'subject', { required: true, cascadeFrom: 'schoolStage' }),
    grade: dict('年级', 'grade', { cascadeFrom: 'schoolStage', help: '不限年级的可不选' }),
    textbookEdition: dict('教材版本', 'textbookEdition'),
    shareScope: dict('申请共享范围', 'shareScope', {
      required: true,
      default: '1',
      help: '由学校起逐级审核到所选的范围；仅本人的不须审核',
    }),
    description: longText('资源简介', { maxLength: 2000 }),
    isOriginal: bool('是否原创', { required: true, help: '由本人制作的选“是”；在他人作品上改编的选“否”' }),
    sourceNote: text('来源说明', {
      maxLength: 200,
      visibleWhen: borrowed,
      requiredWhen: borrowed,
      help: '写明原作者、出处和是否得到许可',
    }),
  },
  attachments: { maxCount: 10, maxSizeMB: 10, accept: papers, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['title', 'resourceKind'],
        message: '已有同名、同类别的资源，请核对是否重复；扩大共享范围请修改原记录',
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [
      { level: 'school', when: is('shareScope', '1', '2', '3', '4', '9') },
      { level: 'area', when: is('shareScope', '2', '3', '4', '9') },
      { level: 'city', when: is('shareScope', '3', '4', '9') },
      { level: 'province', when: is('shareScope', '4', '9') },
    ],
    reasons: [
      { field: 'attachments', text: '资源文件打不开或不完整' },
      { field: 'attachments', text: '文件里有学生姓名、照片等个人信息，请处理后再传' },
      { field: 'resourceKind', text: '资源类别与文件内容不符' },
      { field: 'subject', text: '学科、年级与内容不符' },
      { field: 'isOriginal', text: '内容与已有资源雷同，请核对是否原创' },
      { field: 'sourceNote', text: '来源说明不清楚，请写明出处和许可' },
      { field: 'shareScope', text: '共享范围偏大，建议先在本校共享' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'resourceKind', 'schoolStage', 'subject', 'grade', 'shareScope', 'isOriginal'],
      filters: ['resourceKind', 'schoolStage', 'subject', 'grade', 'shareScope'],
      order: 'title',
    },
    form: [
      {
        title: '资源',
        fields: [
          'title',
          'resourceKind',
          'schoolStage',
          'subject',
          'grade',
          'textbookEdition',
          'description',
        ],
      },
      { title: '共享', fields: ['shareScope', 'isOriginal', 'sourceNote'] },
    ],
    summary: ['title', 'resourceKind'],
  },
  statistics: { dimensions: ['resourceKind', 'schoolStage', 'subject', 'shareScope', 'isOriginal'] },
})
