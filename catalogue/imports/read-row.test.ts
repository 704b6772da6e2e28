import { describe, expect, test } from 'vitest'
import { checkDigit } from '../kinds/id-card.ts'
import { areaCodeOf } from '../areas/areas.ts'
import { records } from '../records/registry.gen.ts'
import { imports } from './imports.ts'
import { readRow } from './read-row.ts'
import { type RawCell } from './read-cell.ts'
import { teacherImport } from './teachers.ts'
import { sampleTeacher } from './test-teacher.ts'

const good = sampleTeacher
const idNumber = (born: string) => {
  const first = `449999${born.replaceAll('-', '')}001`
  return first + checkDigit(first)
}

const read = (more: Readonly<Record<string, string | RawCell>> = {}) => {
  const cells = Object.entries({ ...good, ...more }).map(([key, value]): [string, RawCell] => [
    key,
    typeof value === 'string' ? { text: value } : value,
  ])
  return readRow(teacherImport, new Map(cells), {
    context: { today: '2026-11-23', thisYear: 2026 },
    areaOf: areaCodeOf,
    records,
    remembered: (column, text) => (column === 'ethnicity' && text === '汉人' ? '汉族' : undefined),
  })
}
const errors = (more: Readonly<Record<string, string | RawCell>>) =>
  read(more).faults.flatMap(({ level, column, code }) => (level === 'error' ? [`${code} ${column}`] : []))

describe('a row of teachers', () => {
  test('has the 51 columns of the template', () => {
    expect(teacherImport.columns.length).toBe(51)
    expect(new Set(teacherImport.columns.map(({ key }) => key)).size).toBe(51)
  })

  test('is read whole; sex and birthday follow from the number', () => {
    const { values, faults, repairs } = read()
    expect(faults).toEqual([])
    expect(repairs).toEqual([])
    expect(values).toMatchObject({
      gender: '1',
      birthDate: '1985-03-12',
      nativePlace: '441702',
      nationality: '156',
      professionalTitle: '053',
      employmentStatus: '11',
      isBackboneTeacher: false,
    })
  })

  test.each([
    ['mobile', '１３８００００００００', '13800000000'],
    ['name', '　陈春芳\u200b', '陈春芳'],
    ['workStartMonth', '2008.9', '2008-09'],
    ['workStartMonth', '2008年9月', '2008-09'],
    ['workStartMonth', '200809', '2008-09'],
    ['workStartMonth', '2008/9/1', '2008-09'],
    ['birthDate', '31118', '1985-03-12'],
    ['birthDate', '1985年3月12日', '1985-03-12'],
    ['idCardNo', '44999919850312001x'.replace('1x', '10'), '449999198503120010'],
    ['inEstablishment', '1', '是'],
    ['idCardNo', '449999 19850312 0010', '449999198503120010'],
    ['idCardNo', "'449999198503120010", '449999198503120010'],
    ['mobile', '+86 138 0000 0000', '13800000000'],
    ['workStartMonth', '2008.1', '2008-01'],
    ['workStartMonth', '2008/9/1 0:00', '2008-09'],
    ['workStartMonth', '2008-08-31T16:00:00.000Z', '2008-09'],
    ['birthDate', '1985-03-12 00:00:00', '1985-03-12'],
    ['ethnicity', '汉人', '汉族'],
  ])('reads %s %j as %s', (key, text, meant) => {
    const found = read({ [key]: text })
    expect(found.faults).toEqual([])
    expect(found.repairs.map(({ to }) => to)).toEqual(text === meant || text === '1' ? [] : [meant])
  })

  test.each([
    [{ name: '' }, ['E101 name']],
    [{ ethnicity: '汉汉' }, ['E102 ethnicity']],
    [{ idCardNo: '449999198503120011' }, ['E103 idCardNo']],
    [{ idCardNo: '449999850312001' }, ['E103 idCardNo']],
    [{ idCardNo: '44999919900230123X' }, ['E103 idCardNo']],
    [{ idCardNo: '44999919850312001O' }, ['E103 idCardNo']],
    [{ idCardNo: idNumber('2015-03-12') }, ['E103 idCardNo']],
    [{ idCardNo: '军字第1234567号', gender: '男', birthDate: '1985-03-12' }, ['E103 idCardNo']],
    [{ idCardNo: { text: '4.49999E+17' } }, ['E106 idCardNo']],
    [{ idCardNo: { text: '4.49999E+17', from: 'formula' as const } }, ['E106 idCardNo']],
    [
      { qualificationNo: { text: '20084499922000130', from: 'scientific' as const } },
      ['E106 qualificationNo'],
    ],
    [{ workStartMonth: { text: '2008.1', from: 'number' as const } }, ['E104 workStartMonth']],
    [{ qualificationKind: '小学证书', qualificationNo: '' }, ['E102 qualificationKind']],
    [{ professionalTitle: '老教师', titleAppointMonth: '' }, ['E102 professionalTitle']],
    [{ highestDegreeLevel: '无学位' }, ['E105 highestDegree']],
    [{ highestDegreeLevel: '学士的', highestDegree: '' }, ['E102 highestDegreeLevel']],
    [{ idCardNo: { text: '4.49999E+17', from: 'scientific' as const } }, ['E106 idCardNo']],
    [{ workStartMonth: '零八年九月' }, ['E104 workStartMonth']],
    [{ gender: '女' }, ['E105 gender']],
    [{ birthDate: '1985-03-13' }, ['E105 birthDate']],
    [{ mobile: '12345' }, ['E107 mobile']],
    [{ nativePlace: '鼓楼区' }, ['E109 nativePlace']],
    [{ mainSubject: '幼儿园活动' }, ['E102 mainSubject']],
    [{ positionGrade: '管理五级' }, ['E110 positionGrade']],
    [{ politicalStatus: '群众、中共党员' }, ['E105 politicalStatus']],
    [{ inEstablishment: '否' }, ['E101 employForm']],
    [{ inEstablishment: '是', employForm: '劳务派遣' }, ['E105 employForm']],
    [{ orgEntryMonth: '2030-01' }, ['E105 orgEntryMonth']],
    [{ workStartMonth: '2013-09' }, ['E105 orgEntryMonth', 'E105 teachStartMonth']],
    [{ titleAppointMonth: '' }, ['E101 titleAppointMonth']],
    [{ highestEducation: '研究生' }, ['E102 highestEducation']],
  ])('refuses %j', (more, expected) => {
    expect(errors(more)).toEqual(expected)
  })

  test('reads a month as the sheet shows it', () => {
    const found = read({ workStartMonth: { text: '2008.1', from: 'number', shown: '2008.10' } })
    expect([found.faults, found.values['workStartMonth']]).toEqual([[], '2008-10'])
    expect(found.repairs).toEqual([{ column: 'workStartMonth', from: '2008.10', to: '2008-10' }])
  })

  test('takes the number of a military document', () => {
    const own = { idCardType: '军官证', idCardNo: '军字第1234567号', gender: '男', birthDate: '1985-03-12' }
    expect(read(own).faults).toEqual([])
  })

  test('has one sentence for one contradiction', () => {
    expect(read({ birthDate: '1985-03-13' }).faults.map(({ message }) => message)).toEqual([
      '与证件号里的出生日期不一致',
    ])
    expect(read({ qualificationKind: '高级中学教师资格' }).faults.map(({ column }) => column)).toEqual([
      'qualificationNo',
    ])
  })

  test('says of a cell that another one hides that it is not kept', () => {
    const { values, faults } = read({ nationality: '美国', politicalStatus: '群众' })
    expect(values['nationality']).toBe('840')
    expect(faults.map(({ column, level, message }) => [column, level, message])).toEqual([
      ['ethnicity', 'warning', '与“国籍/地区”不相配，这一格不会保存'],
      ['politicalStatus', 'warning', '与“国籍/地区”不相配，这一格不会保存'],
    ])
  })

  test('names the candidates of an ambiguous text', () => {
    expect(read({ highestEducation: '研究生' }).faults).toMatchObject([
      { suggestions: ['博士研究生毕业', '硕士研究生毕业'] },
    ])
  })

  test('suggests what was probably meant', () => {
    const [fault] = read({ staffCategory: '专职教师' }).faults
    expect(fault?.suggestions).toContain('专任教师')
    expect(read({ professionalTitle: '一级老师' }).faults[0]?.suggestions).toContain(
      '一级教师（中学/中小学）',
    )
  })
})

test('every kind has unlike keys, heads and at least one column that finds a row', () => {
  for (const { name, columns, by } of imports) {
    expect(new Set(columns.map(({ head }) => head)).size, name).toBe(columns.length)
    expect(
      by.every((key) => columns.some((column) => column.key === key)),
      name,
    ).toBe(true)
  }
})
