import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * The control of a form's field by what stands above it; required fields say so in the same label. Never a
 * filter of a list: its label may be the same, and the list may still stand there when the form comes late.
 */
export function field(page: Page, label: string): Locator {
  return page
    .getByLabel(new RegExp(`^${escaped(label)}(\\*(（必填）)?)?$`))
    .and(page.locator(':not(search *)'))
    .first()
}

/** Types into a field and leaves it, as somebody does who goes on with Tab. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).fill(text)
  await field(page, label).press('Tab')
}

/**
 * The lines of the list that belongs to a field. The list of the field before may still be closing, and stays
 * visible for a while on a busy machine.
 */
export async function linesOf(page: Page, label: string): Promise<Locator> {
  const id = await field(page, label).getAttribute('id')
  return page.locator(`.ant-select-dropdown:visible:has([id="${id}_list"]) .ant-select-item-option`)
}

/** Chooses from a list by typing a part of a name, pinyin initials or a code, then clicking the line. */
export async function choose(
  page: Page,
  label: string,
  typed: string,
  option: string | RegExp,
): Promise<void> {
  await field(page, label).click()
  await page.keyboard.type(typed)
  const lines = await linesOf(page, label)
  await lines
    .and(page.getByTitle(option, { exact: true }))
    .first()
    .click()
}

/** Chooses from a list by typing a code or name; the first line that fits. */
export async function chooseFirst(page: Page, label: string, typed = ''): Promise<void> {
  await field(page, label).click()
  await page.keyboard.type(typed)
  // On a busy machine Enter may come before the list, and would choose what was chosen before.
  await (await linesOf(page, label)).first().waitFor()
  await field(page, label).press('Enter')
}

/** Chooses in a filter of a list, by the words of the line. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('search', { name: '筛选' }).getByRole('combobox', { name: label, exact: true }).click()
  // Of a long list only what is in view is there.
  await page.keyboard.type(option)
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .and(page.getByTitle(option, { exact: true }))
    .click()
}

/** 是 or 否. */
export async function answer(page: Page, label: string, word: '是' | '否'): Promise<void> {
  await page
    .getByRole('radiogroup', { name: new RegExp(`^${escaped(label)}`) })
    .getByText(word, { exact: true })
    .click()
}

/** Waits until an element holds the focus. */
export async function expectFocused(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':focus')).waitFor()
}

/** Waits until a text is shown on the page. */
export async function expectText(where: Page | Locator, text: string | RegExp): Promise<void> {
  await where.getByText(text).first().waitFor()
}

/** Says yes to the question that is open, by the verb of its button. */
export async function confirmWith(page: Page, verb: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
}

/** Waits for a message; they go after 1.5 s, hence the log that screen readers have. */
export async function expectSaid(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('log').getByText(text).first().waitFor({ state: 'attached' })
}

/**
 * Fills what a policy of 江城区 must have, on a page for a new one: the office, the day and the area stand
 * there already, and of the categories only those of a district.
 */
export async function fillPolicy(page: Page, title: string): Promise<void> {
  // Not by its label: the list that is about to go has a field whose label begins with the same word.
  await page.locator('[data-field="title"] input').fill(title)
  expect(await page.getByLabel('发文机关').inputValue()).toBe('江城区教育局')
  expect(await field(page, '发文日期').inputValue()).not.toBe('')
  await page.locator('[data-field="areaCode"]').getByText('江城区', { exact: true }).waitFor()
  await field(page, '类别').click()
  await (await linesOf(page, '类别')).first().waitFor()
  expect(await (await linesOf(page, '类别')).allTextContents()).toEqual(['县区政策4', '制度规范5', '其他9'])
  await field(page, '类别').press('Enter')
}
