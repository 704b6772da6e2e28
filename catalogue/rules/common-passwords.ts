/**
 * Words and rows of keys that people build passwords from, worldwide and in Chinese schools, in lower case. A
 * password is common when nothing else is left of it once digits and signs at both ends are taken away.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwd passw pass passcode admin administrator root user guest test tester testing default login logon welcome hello
  helloworld letmein iloveyou ilovey loveyou love lover forever monkey dragon master shadow sunshine princess football baseball
  basketball soccer superman batman spiderman pokemon starwars trustno trustnoone freedom whatever computer internet windows
  samsung google baidu taobao alipay tencent wechat weixin weibo huawei xiaomi apple iphone android michael jordan jessica
  charlie daniel thomas george summer winter spring autumn january flower cookie cheese chocolate killer hunter ranger buster
  ginger pepper access secret changeme changeit temp temporary company office server database oracle mysql system manager
  service support student teacher teachers school class classroom education english chinese china beijing shanghai guangzhou
  guangdong shenzhen yangjiang tianjin chongqing zhongguo woaini woainia woaiwojia woaini520 aini wang zhang chen liu yang huang
  wangyut nihao nihaoma mima mimamima denglu yonghu zhanghao guanli guanliyuan xitong jiaoshi laoshi xuesheng xuexiao xiaozhang
  jiaoyu jiaoyuju jiaoxue yuwen shuxue yingyu tiyu yinyue meishu banzhuren xuexi haohaoxuexi tiantianxiangshang xingtan
  xingfu kuaile pingan jiankang shengri shengrikuaile baobao baobei laopo laogong mama baba gege jiejie didi meimei
  qwerty qwertyu qwertyui qwertyuiop qwert qwer qwe asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asd zxcv zxcvb zxcvbn zxcvbnm
  zxc qaz qazwsx qazwsxedc wsx edc wsxedc qweasd qweasdzxc qazxsw poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg
  abcdefgh abcabc aaa aaaa aaaaaa aaaaaaaa aabbcc xyz xxx www qqq zzz asdasd qweqwe zxczxc asdfasdf qwerqwer`.split(
    /\s+/,
  ),
)

/** Common passwords of digits, or of digits and letters, which have no word to be found by. */
export const commonWhole: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 87654321 987654321 11111111 00000000 88888888 66666666 99999999 12341234 11223344
  12344321 123123123 112233445566 147258369 159357 159753 741852963 789456123 789456 123456789a a123456789 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qaz2wsx3edc zaq12wsx q1w2e3r4 q1w2e3r4t5 1a2b3c4d a1b2c3d4 abc123456 123456abc abcd1234 1234abcd qq123456 123456qq
  a1234567 1234567a 5201314 52013140 15201314 woaini1314 woaini520 iloveyou1314 19491001 20082008 20202020 p@ssw0rd pa55word
  passw0rd 1qaz@wsx 1qaz!qaz 1qaz@wsx3edc qwe123!@# 123qwe!@# !qaz2wsx !qaz@wsx admin888 admin123 1234qwer qwer1234 asdf1234
  zxcv1234 qwe123456 123qweasd aa123456 aa123456@ as123456`.split(/\s+/),
)
