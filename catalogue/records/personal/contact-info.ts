import { defineRecord, dict, email, personName, phone, text } from '../../define.ts'

/**
 * 联系方式: kept by the teacher, effective at once. The mobile number is also the person's, for signing in.
 */
export const contactInfo = defineRecord({
  name: 'contactInfo',
  title: '联系方式',
  archive: 'personal',
  owner: 'teacher',
  regime: 'own',
  cardinality: 'one',
  fields: {
    mobile: phone('手机号码', {
      required: true,
      sealed: true,
      masked: true,
      ofPerson: 'mobile',
      help: '用于登录和找回密码；更换请到个人中心办理',
    }),
    email: email('电子邮箱', { sealed: true, masked: true, maxLength: 100 }),
    officeTel: text('办公电话', {
      maxLength: 30,
      pattern: /^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$|^1[3-9]\d{9}$/,
      example: '0662-3412345',
      patternSays: '应为电话号码，如 0662-3412345',
    }),
    address: text('通信地址', { sealed: true, masked: true, maxLength: 200 }),
    postcode: text('邮政编码', {
      maxLength: 6,
      pattern: /^\d{6}$/,
      patternSays: '应为 6 位数字',
      example: '529500',
    }),
    qq: text('QQ号', {
      masked: true,
      maxLength: 15,
      pattern: /^[1-9]\d{4,14}$/,
      patternSays: '应为 5 至 15 位数字',
      example: '20260001',
    }),
    wechat: text('微信号', { masked: true, maxLength: 30 }),
    emergencyContact: personName('紧急联系人', { masked: true }),
    emergencyRelation: dict('与本人关系', 'familyRelation'),
    emergencyPhone: phone('紧急联系电话', { sealed: true, masked: true }),
  },
  rules: {
    checks: [
      {
        holds: (r) => r.emergencyPhone === null || r.emergencyPhone !== r.mobile,
        message: '紧急联系电话不能是本人的手机号',
        fields: ['emergencyPhone'],
      },
    ],
  },
  pages: {
    list: { columns: ['mobile', 'email', 'officeTel'], filters: [], order: 'officeTel' },
    form: [
      { title: '本人', fields: ['mobile', 'email', 'officeTel', 'address', 'postcode', 'qq', 'wechat'] },
      { title: '紧急联系人', fields: ['emergencyContact', 'emergencyRelation', 'emergencyPhone'] },
    ],
    // Nothing of it may name a record in lists and messages: the title does.
    summary: [],
  },
})
