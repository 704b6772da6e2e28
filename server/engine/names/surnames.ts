/**
 * Surnames whose reading differs from the letter's usual one and that pinyin-pro reads otherwise, the first
 * reading being the usual one (现代汉语词典第 7 版; GB/T 28039-2011 for names). Where families differ, both
 * are there.
 */
export const surnameReadings: Readonly<Record<string, readonly string[]>> = {
  种: ['chong'],
  佴: ['nai'],
  覃: ['qin', 'tan'],
  乐: ['yue', 'le'],
  曾: ['zeng'],
  单: ['shan'],
  仇: ['qiu'],
  查: ['zha'],
  区: ['ou'],
  解: ['xie'],
  盖: ['ge', 'gai'],
  朴: ['piao'],
  翟: ['zhai', 'di'],
  缪: ['miao', 'mou'],
  员: ['yun', 'yuan'],
  贠: ['yun', 'yuan'],
  洗: ['xian'],
  秘: ['bi', 'mi'],
  繁: ['po'],
  祭: ['zhai', 'ji'],
  折: ['she'],
  召: ['shao', 'zhao'],
  牟: ['mou', 'mu'],
  句: ['gou'],
  黑: ['he', 'hei'],
  笮: ['ze'],
  乜: ['nie'],
  车: ['che'],
  瞿: ['qu'],
  郇: ['xun', 'huan'],
  隗: ['wei', 'kui'],
  尉: ['wei'],
  谌: ['chen', 'shen'],
  宓: ['mi', 'fu'],
  相: ['xiang'],
  能: ['nai'],
  那: ['na'],
  过: ['guo'],
  应: ['ying'],
  冼: ['xian'],
  万俟: ['mo qi'],
  尉迟: ['yu chi'],
  澹台: ['tan tai'],
  长孙: ['zhang sun'],
  鲜于: ['xian yu'],
  令狐: ['ling hu'],
  宿勤: ['su qin'],
}

/** Surnames of two letters, after which the given name begins. */
export const doubleSurnames: ReadonlySet<string> = new Set(
  (
    '欧阳 上官 皇甫 司徒 司马 诸葛 夏侯 东方 公孙 慕容 尉迟 令狐 长孙 宇文 轩辕 端木 南宫 独孤 东郭 呼延 闻人 ' +
    '鲜于 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 仲孙 钟离 赫连 万俟 第五 拓跋 百里 东门 西门 公羊 梁丘 左丘'
  ).split(' '),
)

/**
 * Readings that pinyin-pro lacks or has not for names. 𬱖 (U+2CC56, 頔) is read dí; rosters have it in place
 * of 𬱟 (U+2CC5F, 頠, wěi) of the same table, so that it is found by both.
 */
export const letterReadings: Readonly<Record<string, readonly string[]>> = {
  𬱖: ['di', 'wei'],
  𬱟: ['wei'],
  〇: ['ling'],
  𰻝: ['biang'],
  𰻞: ['biang'],
  𬭭: ['bo'],
  𬒍: ['fu'],
}
