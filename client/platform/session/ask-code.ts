import { codeSent } from '../../../catalogue/contract/account/personal.ts'
import { api } from '../api/api.ts'

/**
 * Asks for a code by phone, with the answer of a captcha where one was wanted. Throws ApiError, also when the
 * last one was asked for within a minute.
 */
export async function askCode(
  scene: 'forget' | 'bind' | 'login',
  mobile: string,
  captcha: { captcha?: string; captcha_id?: string } = {},
): Promise<void> {
  await api.post('/api/v1/send_mobile_code', {
    schema: codeSent,
    body: { mobile, scene, ...captcha },
    quiet: true,
  })
}
