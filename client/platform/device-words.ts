const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [/iPhone/, 'iPhone 手机'],
  [/iPad/, 'iPad 平板'],
  [/Android.*Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Windows/, 'Windows 电脑'],
  [/Mac OS X/, '苹果电脑'],
  [/Linux/, 'Linux 电脑'],
]
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg\//, 'Edge 浏览器'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/Firefox\//, '火狐浏览器'],
  [/Chrome\//, '谷歌内核浏览器'],
  [/Safari\//, 'Safari 浏览器'],
]

const named = (list: typeof systems, agent: string) => list.find(([sign]) => sign.test(agent))?.[1]

/** What a browser calls itself, in the words of its owner: Windows 电脑，Edge 浏览器. */
export function deviceWords(agent: string): string {
  const words = [named(systems, agent), named(browsers, agent)].filter((word) => word !== undefined)
  return words.length > 0 ? words.join('，') : '其他程序'
}
