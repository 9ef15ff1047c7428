import { phrases } from '../language.ts'

/** Disputes of card payments, for staff: the state, and what to do until the day. */
export const dispute = phrases({
  ja: {
    title: '異議申立て（チャージバック）',
    inquiry: 'カード会社から、{{amount}}のお支払いについて照会がありました。金額はまだ引き落とされていません。',
    'inquiry.until': '{{day}}までに、Stripeの管理画面で証拠を提出して回答するか、全額を返金してください。',
    needs_response:
      'カード会社を通じて、{{amount}}の異議申立て（チャージバック）があり、この金額が引き落とされました。二重の返金を防ぐため、決着するまで返金しないでください。',
    'needs_response.until': '{{day}}までに、Stripeの管理画面で証拠を提出してください。',
    under_review: '{{amount}}の異議申立て（チャージバック）を、カード会社が審査しています。結果が出るまで、対応は不要です。',
    lost: '異議申立て（チャージバック）が認められ、{{amount}}がカードに戻されました。こちらからの返金は行われていません。',
    won: '{{amount}}の異議申立て（チャージバック）は、これ以上の引き落としなく終了しました。引き落とされた金額がある場合は、戻ります。',
  },
  en: {
    title: 'Disputes (chargebacks)',
    inquiry: 'The card’s bank is asking about a payment of {{amount}}. No money has been taken yet.',
    'inquiry.until': 'By {{day}}, answer with evidence in the Stripe dashboard, or refund the payment in full.',
    needs_response:
      'The cardholder disputes {{amount}} (chargeback), and the money was taken. Don’t refund it before the dispute is decided, or it could go back twice.',
    'needs_response.until': 'Submit evidence in the Stripe dashboard by {{day}}.',
    under_review: 'The bank is reviewing the dispute (chargeback) of {{amount}}. There is nothing to do until it decides.',
    lost: 'The dispute (chargeback) was lost, and {{amount}} went back to the card. We refunded nothing.',
    won: 'The dispute (chargeback) of {{amount}} ended without a further chargeback. Any money that was taken comes back.',
  },
  kr: {
    title: '이의 제기(차지백)',
    inquiry: '카드사에서 {{amount}} 결제에 대한 문의가 있었습니다. 금액은 아직 인출되지 않았습니다.',
    'inquiry.until': '{{day}}까지 Stripe 관리 화면에서 증거를 제출하여 답변하거나 전액을 환불해 주십시오.',
    needs_response:
      '카드사를 통해 {{amount}}에 대한 이의 제기(차지백)가 접수되어 해당 금액이 인출되었습니다. 이중 환불을 막기 위해 결정될 때까지 환불하지 마십시오.',
    'needs_response.until': '{{day}}까지 Stripe 관리 화면에서 증거를 제출해 주십시오.',
    under_review: '{{amount}}에 대한 이의 제기(차지백)를 카드사가 심사하고 있습니다. 결과가 나올 때까지 하실 일은 없습니다.',
    lost: '이의 제기(차지백)가 인정되어 {{amount}}이 카드로 반환되었습니다. 별도로 환불한 금액은 없습니다.',
    won: '{{amount}}에 대한 이의 제기(차지백)는 추가 인출 없이 종결되었습니다. 인출된 금액이 있으면 다시 입금됩니다.',
  },
})
