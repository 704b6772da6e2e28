import {
  isPersonalNumber,
  numberFound,
  type NumberFound,
} from '../../../catalogue/contract/archive/by-number.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { sentenceOf } from './api-error.ts'
import { api } from './api.ts'
import { session } from '../session/session.ts'

/**
 * Finds the person whose identity or mobile number was typed into a search box. Returns undefined when the
 * text is no such number and may stand in the address; null, after a message, when no person in the caller’s
 * scope has it.
 */
export async function personOf(text: string): Promise<NumberFound['person'] | undefined> {
  if (!isPersonalNumber(text)) return undefined
  try {
    const { person } =
      session()?.role === 2
        ? { person: null }
        : await api.post('/api/v1/people/byNumber', { schema: numberFound, body: { number: text } })
    if (person === null) notify.warn('范围内没有人用该证件号或手机号')
    return person
  } catch (error) {
    notify.warn(sentenceOf(error))
    return null
  }
}
