import type { Locator, Page } from 'playwright-core'
import type { Caller } from './api.ts'
import { certificate } from './evidence.ts'
import { answer, choose, type } from './form.ts'

/** A study experience as a teacher types it. */
export interface Study {
  readonly college: string
  readonly certNo: string
}

/** Fills in the form of a new study experience, months typed in three of the ways people type them. */
export async function fillStudy(page: Page, { college, certNo }: Study): Promise<void> {
  await choose(page, '获得学历', 'bkby', '大学本科毕业')
  await type(page, '获得学历院校或机构', college)
  await type(page, '所学专业', '汉语言文学')
  await answer(page, '是否师范类专业', '是')
  await type(page, '入学年月', '2014.9')
  await type(page, '毕业年月', '201806')
  await choose(page, '学习方式', 'qrz', '全日制普通')
  await type(page, '学历证书编号', certNo)
  const picture = await certificate(college)
  await page
    .getByTestId('evidence-input')
    .setInputFiles({ name: '毕业证书.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: '查看 毕业证书.jpg' }).waitFor()
}

/** The row of a college in a list, as table row or card. */
export const studyRow = (page: Page, college: string): Locator =>
  page.getByTestId('record-row').filter({ hasText: college })

/** Hands one in without a browser, for journeys that begin at the reviewer's desk. */
export async function handIn(caller: Caller, { college, certNo }: Study): Promise<string> {
  const file = await caller.upload('毕业证书.jpg', 'image/jpeg', await certificate(college))
  const values = {
    educationLevel: '21',
    educationCountry: '156',
    educationSchool: college,
    isNormalMajor: true,
    startMonth: '2014-09',
    endMonth: '2018-06',
    studyMode: '1',
    degreeLevel: '0',
    educationCertNo: certNo,
    attachments: [file],
  }
  const path = '/api/v1/records/studyExperience'
  const made = await caller.post<{ id: string; version: number }>(path, values)
  const { id, version } = made.data
  await caller.post(`${path}/${id}/submit`, { version })
  return id
}
