import { escapedValue } from '../../../catalogue/markup/letters.ts'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

const sentences: Readonly<Record<string, string>> = {
  invalid_redirect_uri: '应用给出的返回地址没有登记，为了您的账号安全，没有继续登录。',
  invalid_client: '该应用没有登记，或者已经停用。',
  access_denied: '您没有使用该应用的权限。',
}

const over = '登录请求不完整或已过期，请回到应用重新打开。'

/**
 * What a browser is shown where it cannot be sent back to the app, since the address to go back to may be an
 * attacker's. The code stands there for whoever keeps the app.
 */
export function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  ctx.type = 'html'
  const sentence = sentences[out.error] ?? over
  ctx.body = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>没有登录 - 杏坛</title>
<main>
<h1>没有登录到应用</h1>
<p>${sentence}</p>
<p><a href="/">返回杏坛</a></p>
<p>给应用维护人员：${escapedValue(out.error)}　${escapedValue(out.error_description ?? '')}</p>
</main>
</html>`
}
