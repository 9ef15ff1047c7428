import { phrases } from './kit.ts'

/** What the server says on the way in. */
export const signIn = phrases({
  ja: { 'code.sent': '確認コードをメールでお送りしました。' },
  en: { 'code.sent': 'We sent a code to your e-mail address.' },
  kr: { 'code.sent': '이메일로 인증 코드를 보냈습니다.' },
})
