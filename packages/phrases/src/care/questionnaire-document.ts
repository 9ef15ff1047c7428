import { phrases } from '../language.ts'

/** The questionnaire on paper. */
export const questionnaire_document = phrases({
  ja: {
    title: '問診票',
    born: '{{day}}生',
    answered: '{{at}}に回答',
    open: '回答の途中です',
    lead: 'あてはまる答えの□に印をつけるか、下線の上に数字をご記入ください。わからない質問は、そのままでかまいません。',
    filledOn: 'ご記入日',
    detail: '原因になったものと、出た症状：',
    handIn: 'ご記入が終わりましたら、担当のスタッフにお渡しください。',
  },
  en: {
    title: 'Questionnaire',
    born: 'born {{day}}',
    answered: 'Answered on {{at}}',
    open: 'Not finished yet',
    lead: 'Mark the box next to the answer that applies, or write a number on the line. Leave blank any questions you can’t answer.',
    filledOn: 'Filled in on',
    detail: 'Cause and symptoms:',
    handIn: 'Please hand the sheet to a member of staff when you have finished.',
  },
  kr: {
    title: '문진표',
    born: '{{day}}생',
    answered: '{{at}}에 답변',
    open: '답변 중입니다',
    lead: '해당하는 답의 □에 표시하시거나 밑줄 위에 숫자를 적어 주십시오. 모르는 질문은 비워 두셔도 됩니다.',
    filledOn: '작성일',
    detail: '원인과 증상:',
    handIn: '작성을 마치시면 담당 직원에게 전달해 주십시오.',
  },
})
