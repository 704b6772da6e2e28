import type { Locator, Page } from 'playwright-core'
import type { AnyRecord, Field } from '../../catalogue/define.ts'
import { labelOf } from '../../catalogue/dictionaries/dictionaries.ts'
import { isRequired, isVisible, needsEvidence } from '../../catalogue/rules/judge.ts'
import { certificate } from './evidence.ts'

type Values = Readonly<Record<string, unknown>>

const cell = (page: Page, key: string): Locator => page.locator(`[data-field="${key}"]`)

/** Chooses codes of a dictionary by typing them, as a clerk does who knows the code list. */
async function chooseCodes(page: Page, key: string, field: Field, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    if (!field.dict) return
    await page.locator(`#f-${key}`).click()
    await page.keyboard.type(code)
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(labelOf(field.dict, code), { exact: true })
      .first()
      .click()
  }
  if (field.multiple) await page.keyboard.press('Escape')
}

async function fillField(page: Page, key: string, field: Field, value: unknown): Promise<void> {
  if (field.kind === 'dict') {
    // A default already stands there; typing it again would be what nobody does.
    const shown = await cell(page, key).locator('.ant-select').textContent()
    const codes = (Array.isArray(value) ? value : [value]).map(String)
    const open = codes.filter((code) => field.dict && !(shown ?? '').includes(labelOf(field.dict, code)))
    return chooseCodes(page, key, field, open)
  }
  if (field.kind === 'bool') {
    return cell(page, key)
      .getByText(value === true ? '是' : '否', { exact: true })
      .click()
  }
  const control = page.locator(`#f-${key}`)
  await control.fill(String(value))
  await control.press('Tab')
}

/**
 * Fills in the open form of any record as a person would, field by field in its order: what is required for
 * these values, and whatever else `also` names. Evidence is photographed where it is needed.
 */
export async function fillRecord(
  page: Page,
  definition: AnyRecord,
  values: Values,
  also: readonly string[] = [],
): Promise<void> {
  await page.getByTestId('record-form').waitFor()
  for (const key of definition.pages.form.flatMap((section) => section.fields)) {
    const field = definition.fields[key]
    const value = values[key]
    if (!field || field.derived || value === null || value === undefined || !isVisible(field, values))
      continue
    if (!isRequired(field, values) && !also.includes(key)) continue
    await fillField(page, key, field, value)
  }
  if (!needsEvidence(definition, values)) return
  const buffer = await certificate(definition.title)
  await page
    .getByTestId('evidence-input')
    .setInputFiles({ name: `${definition.title}.jpg`, mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: `查看 ${definition.title}.jpg` }).waitFor()
}
