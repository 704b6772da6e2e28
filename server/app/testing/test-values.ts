import sharp from 'sharp'
import type { Envelope, Person, Region } from './test-region.ts'

/** A complete study experience. */
export const study = {
  educationLevel: '21',
  educationCountry: '156',
  educationSchool: '杏川师范大学',
  major: '汉语言文学',
  isNormalMajor: true,
  startMonth: '2014-09',
  endMonth: '2018-06',
  studyMode: '1',
  educationCertNo: '106684201800123',
  degreeLevel: '4',
  degree: '405',
} as const

let image: Promise<Buffer> | undefined

/** A small real picture. */
export function pictureBytes(): Promise<Buffer> {
  image ??= sharp({ create: { width: 60, height: 40, channels: 3, background: '#cba' } })
    .jpeg()
    .toBuffer()
  return image
}

let pictures = 0
/** A small real picture that nobody uploaded before: two people's resources are not one file. */
function newPicture(): Promise<Buffer> {
  pictures += 1
  // By its size: colours that are near are one colour in a JPEG.
  const [width, height] = [60 + (pictures % 100), 40 + Math.floor(pictures / 100)]
  return sharp({ create: { width, height, channels: 3, background: '#cba' } })
    .jpeg()
    .toBuffer()
}

/** A multipart body with one file. */
export function multipart(
  name: string,
  type: string,
  content: Buffer,
  fields: Readonly<Record<string, string>> = {},
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'xingtanboundary0123456789'
  const before = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `${before.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const uploads = new Map<string, Promise<string>>()

/** The id of a picture somebody uploaded; one upload per person, because uploads per minute are limited. */
export function picture(region: Region, who: Person): Promise<string> {
  const known = uploads.get(who.token) ?? upload(region, who)
  uploads.set(who.token, known)
  return known
}

/** The id of a file that somebody uploaded; a picture unless given. */
export async function upload(
  region: Region,
  who: Person,
  name = '证书.jpg',
  content?: Buffer,
): Promise<string> {
  const type = content ? 'application/octet-stream' : 'image/jpeg'
  const { payload, headers } = multipart(name, type, content ?? (await newPicture()))
  const response = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  return response.json<Envelope>().data.id
}
