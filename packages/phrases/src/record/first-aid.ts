import { phrases } from '../language.ts'

/** What a person is asked to do at once after recording a critical value or low glucose. */
export const first_aid = phrases({
  ja: {
    'team.title': '担当チームにご連絡ください',
    'team.text': '今日のうちに担当チームにご連絡ください。つらい症状があるときは、返事を待たずに医療機関を受診してください（緊急のときは119番）。',
    'team.later': '低血糖があったことを、早めに担当チームにお知らせください。',
    'team.open': 'メッセージを書く',
    'facility.title': '施設にお電話ください',
    'facility.text': '今日のうちに施設にお電話ください。つらい症状があるときは、すぐに医療機関を受診してください（緊急のときは119番）。',
    'facility.later': '低血糖があったことを、早めに施設にお知らせください。',
    'facility.open': '施設の電話番号を見る',
    value: '記録した値は、早めに確かめたい値です。',
    'glucose_low.title': 'すぐに糖分をとってください',
    'glucose_low.sugar':
      'ブドウ糖10g、砂糖20g、糖分の入った清涼飲料水150〜200mLのいずれかを、いますぐとってください（人工甘味料だけの飲み物では血糖は上がりません）。食後の血糖を抑えるお薬（α-グルコシダーゼ阻害薬）をお使いの方は、必ずブドウ糖をとってください。',
    'glucose_low.unable': '飲み込めないときや意識がもうろうとしているときは、まわりの方は口に何も入れず、すぐに119番に電話してください。',
    'glucose_low.again': '15分後にもう一度測り、70mg/dL未満のときや症状が続くときは、同じ量をもう一度とってください。よくなったら、食事をとってください。',
    'pressure_high.title': '血圧がとても高い値です',
    'pressure_high.symptoms': '激しい頭痛、胸の痛み、体の片側の脱力やしびれ、言葉の出にくさなどの症状があるときは、すぐに119番に電話してください。',
    'pressure_high.rest': '症状がないときは、安静にして、数分後にもう一度測ってください。',
  },
  en: {
    'team.title': 'Please contact your care team',
    'team.text': 'Please contact your care team today. If you feel unwell, don’t wait for an answer: see a doctor (in an emergency, call 119).',
    'team.later': 'Please tell your care team soon that your blood glucose was low.',
    'team.open': 'Write a message',
    'facility.title': 'Please call the facility',
    'facility.text': 'Please call the facility today. If you feel unwell, see a doctor at once (in an emergency, call 119).',
    'facility.later': 'Please tell the facility soon that your blood glucose was low.',
    'facility.open': 'See the phone numbers',
    value: 'The value you recorded should be looked at soon.',
    'glucose_low.title': 'Take sugar now',
    'glucose_low.sugar':
      'Take 10 g of glucose, 20 g of sugar or 150–200 mL of a sugary drink right now (drinks with sweeteners only don’t raise blood glucose). If you use an alpha-glucosidase inhibitor, which limits blood glucose after meals, it must be glucose.',
    'glucose_low.unable': 'If you can’t swallow or become drowsy or confused, people with you must not put anything in your mouth and should call 119 at once.',
    'glucose_low.again':
      'Measure again after 15 minutes. If the value is still below 70 mg/dL or you still have symptoms, take the same amount again. Once you are better, eat something.',
    'pressure_high.title': 'Your blood pressure is very high',
    'pressure_high.symptoms': 'If you have a severe headache, chest pain, weakness or numbness on one side or difficulty speaking, call 119 at once.',
    'pressure_high.rest': 'If you have no symptoms, rest and measure again after a few minutes.',
  },
  kr: {
    'team.title': '담당 팀에 연락해 주십시오',
    'team.text': '오늘 중으로 담당 팀에 연락해 주십시오. 몸이 불편하실 때는 답변을 기다리지 말고 의료기관에서 진료를 받으십시오(응급 시 119).',
    'team.later': '저혈당이 있었음을 빠른 시일 안에 담당 팀에 알려 주십시오.',
    'team.open': '메시지 쓰기',
    'facility.title': '시설에 전화해 주십시오',
    'facility.text': '오늘 중으로 시설에 전화해 주십시오. 몸이 불편하실 때는 바로 의료기관에서 진료를 받으십시오(응급 시 119).',
    'facility.later': '저혈당이 있었음을 빠른 시일 안에 시설에 알려 주십시오.',
    'facility.open': '시설 전화번호 보기',
    value: '기록하신 값은 빨리 확인해야 하는 값입니다.',
    'glucose_low.title': '바로 당분을 섭취해 주십시오',
    'glucose_low.sugar':
      '포도당 10g, 설탕 20g, 당분이 든 음료 150~200mL 중 하나를 지금 바로 섭취해 주십시오(인공 감미료만 든 음료로는 혈당이 오르지 않습니다). 식후 혈당을 억제하는 약(알파글루코시다제 억제제)을 사용하시는 분은 반드시 포도당을 섭취해 주십시오.',
    'glucose_low.unable': '삼킬 수 없거나 의식이 흐릿할 때는 주위에 계신 분이 입에 아무것도 넣지 말고 바로 119에 전화해 주십시오.',
    'glucose_low.again': '15분 후에 다시 측정하시고, 70mg/dL 미만이거나 증상이 계속되면 같은 양을 다시 섭취해 주십시오. 나아지면 식사를 하십시오.',
    'pressure_high.title': '혈압이 매우 높은 값입니다',
    'pressure_high.symptoms': '심한 두통, 가슴 통증, 몸 한쪽의 힘 빠짐이나 저림, 말하기 어려움 등의 증상이 있을 때는 바로 119에 전화해 주십시오.',
    'pressure_high.rest': '증상이 없을 때는 안정을 취하고 몇 분 후에 다시 측정해 주십시오.',
  },
})
