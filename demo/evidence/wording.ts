import type { AnyRecord } from '../../catalogue/define.ts'
import { kindOf } from '../../catalogue/kinds/kinds.ts'
import type { Values } from '../../server/engine/records/index.ts'
import type { Life } from '../region/lives.ts'
import type { Sheet } from './sheets.ts'

/** What a sheet is about: a record's value and whom it belongs to. */
export interface Content {
  readonly definition: AnyRecord
  readonly values: Values
  readonly holder: Pick<Life, 'name' | 'gender' | 'birthDate'>
}

/** What a drawn sheet claims to be. */
export type SheetKind =
  | 'diploma'
  | 'completion'
  | 'degree'
  | 'appointment'
  | 'title'
  | 'qualification'
  | 'register'
  | 'training'
  | 'honour'
  | 'paper'
  | 'contract'
  | 'putonghua'
  | 'foreign'
  | 'project'
  | 'notice'
  | 'resource'
  | 'patent'
  | 'book'
  | 'skill'
  | 'artwork'

/** The words of a value; a sample has none and says 某. */
type Say = (key: string, otherwise?: string) => string

function sayOf(content: Content | undefined): Say {
  return (key, otherwise = '××') => {
    const field = content?.definition.fields[key]
    const value = content?.values[key]
    return field && value !== null && value !== undefined ? kindOf(field).toText(value, field) : otherwise
  }
}

interface SheetContext {
  readonly name: string
  readonly person: string
  readonly say: Say
  readonly title: string
}

const chineseDay = (day: string) =>
  `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${day.length > 7 ? `${Number(day.slice(8, 10))}日` : ''}`
const when = (text: string) => (/^\d{4}-\d\d/.test(text) ? chineseDay(text) : text)

type SheetWording = (told: SheetContext) => Omit<Sheet, 'no'> & { readonly no?: string }

const wordings: Readonly<Record<SheetKind, SheetWording>> = {
  diploma: ({ person, say }) => ({
    layout: 'certificate',
    title: '毕业证书',
    photo: true,
    by: say('educationSchool', '某某大学'),
    no: say('educationCertNo'),
    lines: [
      `　　学生 ${person}，于${when(say('startMonth'))}至${when(say('endMonth'))}在本校${say('major', '某')}专业学习，修完教学计划规定的全部课程，成绩合格，准予毕业。`,
      `　　学习形式：${say('studyMode')}　学历：${say('educationLevel')}`,
    ],
  }),
  completion: ({ person, say }) => ({
    layout: 'certificate',
    title: '结业证书',
    photo: true,
    by: say('educationSchool', '某某学院'),
    no: say('educationCertNo'),
    lines: [
      `　　${person}，于${when(say('startMonth'))}至${when(say('endMonth'))}参加${say('major', '某')}课程学习，准予结业。`,
    ],
  }),
  degree: ({ person, say }) => ({
    layout: 'certificate',
    title: say('degreeLevel', '学士').startsWith('硕') ? '硕士学位证书' : '学士学位证书',
    photo: true,
    by: say('degreeSchool', '某某大学'),
    no: say('degreeCertNo'),
    lines: [
      `　　${person}。在${say('major', '某')}专业完成了学习计划，成绩合格，符合学位条例的规定，授予${say('degree', '某学')}学位。`,
      `　　${when(say('degreeMonth'))}`,
    ],
  }),
  appointment: ({ name, say }) => ({
    layout: 'document',
    head: say('appointUnit', '某某学校'),
    title: '聘任通知书',
    by: say('appointUnit', '某某学校'),
    no: say('appointDocNo', '教聘〔××〕×号'),
    lines: [
      `${name} 同志：`,
      `　　经研究，聘任你为${say('professionalTitle', say('positionCategory', '教师岗位'))}${say('positionGrade', '')}，自${when(say('appointMonth'))}起聘。`,
      '　　特此通知。',
    ],
  }),
  title: ({ name, person, say }) => ({
    layout: 'certificate',
    title: '专业技术资格证书',
    photo: true,
    by: say('reviewUnit', '某某评审委员会'),
    no: say('certificateNo'),
    lines: [
      `姓　　名：${name}`,
      `　　　　　${person.split('，')[1] ?? ''}`,
      `资格名称：${say('professionalTitle')}`,
      `专　　业：${say('titleSubject')}`,
      `取得方式：${say('obtainWay')}`,
      `取得时间：${when(say('obtainDate'))}`,
    ],
  }),
  qualification: ({ name, person, say }) => ({
    layout: 'certificate',
    title: '教师资格证书',
    photo: true,
    by: say('issuer', '某某教育局'),
    no: say('qualificationNo'),
    lines: [
      `持证人：${name}`,
      `　　　　${person.split('，').slice(1).join('，')}`,
      `资格种类：${say('qualificationKind')}`,
      `任教学科：${say('subject', '幼儿园')}`,
      `颁发日期：${when(say('issueDate'))}`,
    ],
  }),
  register: ({ name, say }) => ({
    layout: 'document',
    head: '教师资格定期注册页',
    title: say('registrationType', '定期注册'),
    by: say('registerUnit', '某某教育局'),
    no: `注册日期 ${when(say('registerDate'))}`,
    lines: [
      `持证人：${name}`,
      `注册结论：${say('registrationConclusion', '注册合格')}`,
      `有效期至：${when(say('validUntil'))}`,
      `本周期培训学时：${say('trainingHours')}`,
    ],
  }),
  training: ({ name, say, title }) => ({
    layout: 'certificate',
    title: '结业证书',
    by: say('organizer', '某某教师发展中心'),
    no: say('certificateNo'),
    lines: [
      `${name} 同志：`,
      `　　于${when(say('startDate'))}至${when(say('endDate'))}参加“${say('projectName', title)}”，计${say('creditHours')}学时，考核合格，准予结业。`,
    ],
  }),
  honour: ({ name, say, title }) => ({
    layout: 'certificate',
    title: '荣誉证书',
    by: say('awardUnit', '某某教育局'),
    no: say('certificateNo'),
    lines: [
      `${name} 同志：`,
      `　　${say('resultName', say('title', '')) === '' ? '' : `《${say('resultName', say('title', ''))}》`}荣获${say('honorName', say('awardName', title))}${say('awardRank', '') === '未评等级' ? '' : say('awardRank', '')}。`,
      '　　特发此证，以资鼓励。',
      `　　${when(say('awardDate', say('awardMonth', say('publishMonth'))))}`,
    ],
  }),
  paper: ({ name, say }) => ({
    layout: 'article',
    head: say('journalName', '某某教育'),
    title: say('title', '某某学科教学的实践与思考'),
    by: name,
    no: `${when(say('publishMonth', say('reportDate')))}　第${say('issue')}期`,
    lines: [
      `作者：${name}`,
      `摘要：${say('abstract', '本文结合课堂实践，讨论了问题的由来、做法与成效，并提出改进的建议。')}`,
      `刊号：${say('cnNo', say('issn'))}　页码：${say('startPage')}—${say('endPage')}`,
    ],
  }),
  contract: ({ name, say }) => ({
    layout: 'document',
    head: '事业单位聘用合同',
    title: `合同编号 ${say('contractNo')}`,
    by: say('employer', '某某学校'),
    no: say('contractKind'),
    lines: [
      `甲方（用人单位）：${say('employer', '某某学校')}`,
      `乙方（受聘人）：${name}`,
      `一、合同期限：${say('contractTerm')}，自${when(say('startDate'))}起，至${when(say('endDate', '法定退休之日'))}止。`,
      `二、聘用岗位：${say('positionCategory')}。`,
      `签订日期：${when(say('signDate'))}`,
    ],
  }),
  putonghua: ({ name, person, say }) => ({
    layout: 'certificate',
    title: '普通话水平测试等级证书',
    photo: true,
    by: say('issuer', '某某语言文字工作委员会'),
    no: say('certificateNo'),
    lines: [
      `姓　　名：${name}`,
      `　　　　　${person.split('，')[1] ?? ''}`,
      `成　　绩：${say('putonghuaScore')} 分`,
      `等　　级：${say('putonghuaLevel')}`,
      `测试时间：${when(say('issueMonth'))}`,
    ],
  }),
  foreign: ({ name, say }) => ({
    layout: 'certificate',
    title: `${say('languageExam', '外语考试')}成绩报告单`,
    photo: true,
    by: say('issuer', '某某考试委员会'),
    no: say('certificateNo'),
    lines: [
      `姓　　名：${name}`,
      `语　　种：${say('language')}`,
      `成　　绩：${say('examScore')}`,
      `考试时间：${when(say('issueMonth'))}`,
    ],
  }),
  project: ({ name, say }) => ({
    layout: 'document',
    head: say('approvalUnit', '某某教育局'),
    title: '课题立项通知书',
    by: say('approvalUnit', '某某教育局'),
    no: `立项号 ${say('approvalNo')}`,
    lines: [
      `${name} 等：`,
      `　　你们申报的《${say('projectName')}》经评审批准立项，课题级别：${say('projectLevel')}，自${when(say('startMonth'))}起开展研究。`,
      '　　请按期完成研究任务。',
    ],
  }),
  notice: ({ name, say, title }) => ({
    layout: 'document',
    head: say('issuer', say('organizer', say('targetUnit', say('unitName', '某某教育局')))),
    title: `${title}证明`,
    no: say('docNo', ''),
    by: say('issuer', say('organizer', say('originUnit', say('punishUnit', '某某学校')))),
    lines: [
      `　　兹证明 ${name} 同志的下列情况属实：`,
      `　　${say('customName', say('talentProject', say('title', say('targetUnit', say('unitName', say('projectName', title))))))}`,
      `　　时间：${when(say('startMonth', say('startDate', say('selectedDate', say('lessonDate', say('activityDate', say('schoolYear')))))))}`,
    ],
  }),
  resource: ({ name, say, title }) => ({
    layout: 'article',
    head: say('schoolStage', '教学资源'),
    title: say('title', title),
    by: name,
    no: say('subject', ''),
    lines: [`制作：${name}`, say('description', '一、目标；二、过程；三、练习与反馈。')],
  }),
  patent: ({ name, say }) => ({
    layout: 'certificate',
    title: say('patentKind', '').includes('软件')
      ? '计算机软件著作权登记证书'
      : `${say('patentKind', '实用新型')}专利证书`,
    by: '演示登记机构',
    no: say('patentNo'),
    lines: [`名　　称：${say('title')}`, `权 利 人：${name}`, `日　　期：${when(say('approveDate'))}`],
  }),
  book: ({ name, say }) => ({
    layout: 'article',
    head: say('publisher', '某某出版社'),
    title: say('title', '某某课例选编'),
    by: name,
    no: `ISBN ${say('isbn')}`,
    lines: [
      `本书作者之一：${name}（${say('projectRole')}）`,
      `出版年月：${when(say('publishMonth'))}　总字数：${say('totalWords')} 千字`,
    ],
  }),
  skill: ({ name, person, say }) => ({
    layout: 'certificate',
    title: say('certificateName', '技能等级证书'),
    photo: true,
    by: say('issuer', '某某鉴定中心'),
    no: say('certificateNo'),
    lines: [
      `姓　　名：${name}`,
      `　　　　　${person.split('，')[1] ?? ''}`,
      `等　　级：${say('skillLevel')}`,
      `发证日期：${when(say('issueDate'))}`,
    ],
  }),
  artwork: ({ name, say }) => ({ layout: 'picture', title: say('title', '渔港晨曦'), lines: [], by: name }),
}

export const sheetKinds = Object.keys(wordings) as SheetKind[]

/** The sheet of a kind: about somebody, or a sample that names nobody. */
export function sheetOf(kind: SheetKind, content: Content | undefined, number: number): Sheet {
  const name = content?.holder.name ?? '某某'
  const person = content
    ? `${name}，性别${content.holder.gender === '1' ? '男' : '女'}，${chineseDay(content.holder.birthDate)}生`
    : '某某，性别某，某年某月生'
  const sheet = wordings[kind]({
    name,
    person,
    say: sayOf(content),
    title: content?.definition.title ?? '培训',
  })
  const no = sheet.no === undefined || sheet.no === '××' ? `样 ${990_000 + number}` : sheet.no
  return { ...sheet, no }
}
