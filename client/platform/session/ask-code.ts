import { codeSent } from '../../../catalogue/contract/account/personal.ts'
import { api } from '../api/api.ts'

/**
 * Asks the server to send a code to a phone, with the answer to a captcha if it asked for one. Throws
 * ApiError, also within a minute of the last code.
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
