import { z } from 'zod'

// Forms of environment variables; each fault is a whole sentence that names the variable.

export const integer = (sentence: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence)

export const text = (sentence: string, accepts: (value: string) => boolean) =>
  z.string().refine(accepts, sentence)
export const noSpaces = (name: string) => text(`${name} 不能有空格。`, (v) => !/\s/.test(v)).optional()
export const webAddress = (name: string) =>
  text(`${name} 应为以 http:// 或 https:// 开头的地址，末尾不带斜线。`, (v) =>
    /^https?:\/\/[^\s]+[^/\s]$/.test(v),
  )
export const isPostgresUrl = (value: string) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')
/** A file of the machine, by its absolute path. */
export const absolutePath = (name: string) =>
  text(`${name} 应为文件的绝对路径。`, (v) => v.startsWith('/') && !v.includes('\0')).optional()

/** Whether a text is scheme, host and port of the web, and nothing behind it. */
export const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}
