import { describe, expect, it } from 'vitest'
import { GiftRefusal, questionsOfGift } from './read.ts'

const read = (text: string) => questionsOfGift(Buffer.from(text))

describe('questions in GIFT', () => {
  it('are read by the marks of their answers', () => {
    const { questions, tray } = read(`// 第一单元
$CATEGORY: 数学/代数

::一:: 2 + 2 等于 { =4 ~3 ~5#差一点 }

哪些是质数？{
~%50%2
~%50%3
~%-100%4
}

地球是圆的。{T}

::首都:: 中国的首都是 { =北京 =Beijing =%50%北平 } 。

圆周率约为 {#3.14:0.01}

谈谈你的看法。{ ####言之成理即可 }

[html]<p>解 \\\\(x^2\\=4\\\\)</p>{ =±2 ~2 }
`)
    expect(tray).toEqual([])
    expect(questions.map(({ place }) => place)).toEqual(
      [4, 6, 12, 14, 16, 18, 20].map((line) => `第 ${line} 行`),
    )
    const [single, multiple, truth, word, number, essay, formula] = questions
    expect(single).toMatchObject({
      value: { questionKind: 'single', answer: 'A', stem: '2 + 2 等于' },
      middle: ['各答案的反馈没有保留'],
    })
    expect(single?.value.options.map(({ content }) => content)).toEqual(['4', '3', '5'])
    expect(multiple?.value).toMatchObject({ questionKind: 'multiple', answer: ['A', 'B'] })
    expect(truth?.value).toMatchObject({ questionKind: 'judge', answer: true })
    expect(word?.value).toMatchObject({ questionKind: 'blank', answer: [['北京', 'Beijing']] })
    expect(word?.value.stem).toBe('中国的首都是 ____ 。')
    expect(number).toMatchObject({ value: { answer: [['3.14']] }, middle: ['允许的误差没有保留'] })
    expect(essay).toMatchObject({
      value: { questionKind: 'essay', analysis: '言之成理即可' },
      middle: ['没有答案'],
    })
    expect(formula?.value.stem).toBe('<p>解 $x^2=4$</p>')
  })

  it('keep escaped signs as letters', () => {
    const { questions } = read('集合 \\{1\\} 与 a\\=b，比为 1\\:2 { =\\~甲 ~乙\\#丙 }')
    expect(questions[0]?.value.stem).toBe('集合 {1} 与 a=b，比为 1:2')
    expect(questions[0]?.value.options.map(({ content }) => content)).toEqual(['~甲', '乙#丙'])
  })

  it('that cannot be taken are listed with their lines, and nothing else is lost', () => {
    const { questions, tray } = read(`配对 { =甲 -> 1 =乙 -> 2 }

只是说明

没关上 { =1
~2

好的 { =1 ~2 }

多一个 } 在这里

范围 {#1..5}

坏数 {#三}

怪的 { 没有标记 }

两对 {=1 ~2} 和 {=3 ~4}
`)
    expect(questions.map(({ place }) => place)).toEqual(['第 8 行'])
    expect(tray.map(({ reason }) => reason)).toEqual([
      '第 1 行：配对题：没有这种题型，没有读',
      '第 3 行：没有 { }，是说明文字，不是题',
      '第 5 行：{ 没有配对的 }',
      '第 10 行：多了一个 }，字面的大括号请写成 \\}',
      '第 12 行：数值范围：没有这种答案，没有读',
      '第 14 行：数值题的答案应为数字',
      '第 16 行：答案应以 = 或 ~ 开头，判断题写 TRUE 或 FALSE',
      '第 18 行：一道题只能有一对 { }，字面的大括号请写成 \\{ 和 \\}',
    ])
  })

  it('have no markup that is not read as such, and no address is fetched', () => {
    const { questions } = read(
      '[plain]1 < 2 且 <b>x</b> {T}\n\n[html]<img src="https://evil.example/a.png" onerror="x()">图 {T}\n\n<script>x()</script>题 {F}',
    )
    expect(questions[0]?.value.stem).toBe('1 &lt; 2 且 &lt;b&gt;x&lt;/b&gt;')
    expect(questions[1]?.value.stem).not.toContain('evil')
    expect(questions[1]?.low).toEqual(['图片 https://evil.example/a.png 不在文件里'])
    expect(questions[2]?.value.stem).toBe('题')
  })

  it('are refused where the text is none', () => {
    for (const text of ['', '一段文字\n\n又一段']) expect(() => read(text)).toThrow(GiftRefusal)
    expect(() => questionsOfGift(Buffer.from([0xd6, 0xd0, 0x7b, 0x7d]))).toThrow('UTF-8')
  })

  it('take a long text without a slow pattern', () => {
    const from = performance.now()
    read(`${'\\'.repeat(20_001)} { ${'=甲 '.repeat(5_000)} }\n\n${'::'.repeat(20_000)} {T}\n\n好 {T}`)
    expect(performance.now() - from).toBeLessThan(2_000)
  })
})
