import { expect, it } from 'vitest'
import { meetingSeconds } from './meeting-time.ts'

it('reads times as lists of meetings say them', () => {
  const said = ['57', '57 分钟', '57.5', '1小时2分3秒', '1 小时', '0:57:10', '57:10', '01:57:10', '45秒', '0']
  expect(said.map(meetingSeconds)).toEqual([3_420, 3_420, 3_450, 3_723, 3_600, 3_430, 3_430, 7_030, 45, 0])
})

it('says of everything else that it is no time', () => {
  for (const text of ['', '很久', '-5', '1:2', '57:99', '12345678', '5人', '1e3'])
    expect([text, meetingSeconds(text)]).toEqual([text, null])
})
