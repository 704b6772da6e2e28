import { describe, expect, it } from 'vitest'
import { cleanPaste, fileOfData } from './paste.ts'

const clean = (html: string) => cleanPaste(html).html
/** An item as Word writes it: a paragraph with its level in the style and its marker as text. */
const item = (level: number, marker: string, words: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp;</span></span>${words}</p>`

describe('what is pasted from Word or WPS', () => {
  it('loses fonts, colours, comments, styles and elements of the program, and no word', () => {
    const pasted = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style>
<!--[if gte mso 9]><xml><o:Office/></xml><![endif]--></head><body>
<p class=MsoNormal style="color:red;font-family:宋体"><font face="宋体">关于开展<o:p></o:p></font><span lang=EN-US style="font-size:12pt">2026</span>年<o:smarttag>教研</o:smarttag>活动</p></body></html>`
    const html = clean(pasted).trim()
    expect(html).toMatch(/^<p[^>]*>关于开展2026年教研活动<\/p>$/)
    expect(html).not.toMatch(/font|color|o:p|<!--|span/)
  })

  it('keeps what the editor knows: alignment, bold, italics, underlining', () => {
    expect(clean('<p style="text-align:center;color:red">题</p>')).toBe(
      '<p style="text-align: center;">题</p>',
    )
    expect(clean('<p><span style="font-weight:bold;color:red">重点</span></p>')).toBe(
      '<p><span style="font-weight: bold;">重点</span></p>',
    )
  })

  it('makes headings of the levels that a page has', () => {
    expect(clean('<h1>一</h1><h2>二</h2><h5>五</h5><h6>六</h6>')).toBe(
      '<h2>一</h2><h2>二</h2><h4>五</h4><h4>六</h4>',
    )
    expect(clean('<p class="MsoTitle">标题</p>')).toMatch(/^<h2[^>]*>标题<\/h2>$/)
  })

  it('makes lists of paragraphs with a level, one within the other', () => {
    const html = clean(
      `<p>前</p>${item(1, '1.', '甲')}${item(2, '·', '甲一')}${item(2, '·', '甲二')}${item(1, '2.', '乙')}<p>后</p>`,
    )
    expect(html.replaceAll(/ (?:class|style)="[^"]*"/g, '')).toBe(
      '<p>前</p><ol><li><p>甲</p><ul><li><p>甲一</p></li><li><p>甲二</p></li></ul></li><li><p>乙</p></li></ol><p>后</p>',
    )
  })

  it.each(['1.', '（1）', '一、', 'a)'])('takes %s for the marker of a numbered list', (marker) => {
    expect(clean(item(1, marker, '甲'))).toMatch(/^<ol>/)
  })

  it('begins another list behind a paragraph that is no item', () => {
    expect(clean(`${item(1, '·', '甲')}<p>间</p>${item(1, '·', '乙')}`).match(/<ul>/g)).toHaveLength(2)
  })

  it('runs nothing that came along', () => {
    const html = clean(
      '<p>好<script>alert(1)</script><link rel=stylesheet href=x></p><meta http-equiv=refresh>',
    )
    expect(html).toBe('<p>好</p>')
  })

  it('takes along pictures that came as data, and counts those that could not come', () => {
    const data = `data:image/png;base64,${btoa('picture')}`
    const { html, pictures, lost } = cleanPaste(
      `<p><img src="${data}"><img src="file:///C:/Users/lin/1.png"><img src="https://example.org/2.png"><img data-file="kept"></p>`,
    )
    expect(lost).toBe(2)
    expect([...pictures.values()]).toEqual([data])
    const [place] = pictures.keys()
    expect(html).toBe(`<p><img data-file="${place}"><img data-file="kept"></p>`)
  })
})

it('a picture that came as data becomes a file of its kind', async () => {
  const png = fileOfData(`data:image/png;base64,${btoa('one')}`)
  expect([png.name, png.type, await png.text()]).toEqual(['粘贴的图片.png', 'image/png', 'one'])
  expect(fileOfData(`data:image/jpeg;base64,${btoa('two')}`).name).toBe('粘贴的图片.jpg')
})
