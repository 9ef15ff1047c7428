import { phrases } from './kit.ts'

/** Letters, and the demo's page that shows them. The subject never has the code in it: it is read on locked screens. */
export const mail = phrases({
  ja: {
    'code.subject': '【すこやか】ログインの確認コード',
    'code.text':
      'すこやかをご利用いただきありがとうございます。\n次の確認コードをログイン画面に入力してください。\n\n{{code}}\n\nコードの有効期限は10分です。1回だけ使えます。\nこのコードは誰にも教えないでください。スタッフが電話やメッセージでお聞きすることはありません。\n\nお心当たりがない場合は、このメールを破棄してください。コードを入力しないかぎり、ログインされることはありません。\nただし、このメールはパスワードが正しく入力されたときに届きます。ほかの方に知られたおそれがあるときは、パスワードを変更してください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'code.sent': '確認コードをメールでお送りしました。',
    'released.subject': '【すこやか】お知らせが届いています',
    'released.text':
      'すこやかをご利用いただきありがとうございます。\n\n受けられた検査の結果を、画面でご覧いただけるようになりました。\nログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには結果を記載していません。\nご不明な点は、ログイン後のメッセージでお気軽にお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'mailbox.title': 'デモのメールボックス',
    'mailbox.lead': 'デモではメールは外に送られず、ここに届きます。新しい順に{{count}}通まで、5秒ごとに更新します。',
    'mailbox.empty': 'メールはまだ届いていません。',
    'mailbox.to': '宛先',
    'mailbox.sent_at': '送信日時',
  },
  en: {
    'code.subject': 'Sukoyaka: your sign-in code',
    'code.text':
      'Thank you for using Sukoyaka.\nEnter this code on the sign-in page.\n\n{{code}}\n\nThe code is valid for 10 minutes and can be used once.\nNever tell this code to anyone. Our staff will not ask you for it by phone or message.\n\nIf it was not you, you can delete this e-mail. Nobody is signed in unless the code is entered.\nThis e-mail is sent only when the right password was entered, though. If somebody else may know your password, please change it.\n\nThis address only sends. Replies are not read.',
    'code.sent': 'A code was sent to your e-mail address.',
    'released.subject': 'Sukoyaka: there is news for you',
    'released.text':
      'Thank you for using Sukoyaka.\n\nThe results of your checkup are ready to be read.\nPlease sign in to see them.\n\n{{link}}\n\nTo protect your privacy this e-mail does not say anything about them.\nIf you have a question, please write to us after signing in.\n\nThis address only sends. Replies are not read.',
    'mailbox.title': 'Demo mailbox',
    'mailbox.lead': 'In the demo e-mails are not sent out; they arrive here. Newest first, up to {{count}}, refreshed every 5 seconds.',
    'mailbox.empty': 'No e-mail has arrived yet.',
    'mailbox.to': 'To',
    'mailbox.sent_at': 'Sent',
  },
  kr: {
    'code.subject': '[스코야카] 로그인 확인 코드',
    'code.text':
      '스코야카를 이용해 주셔서 감사합니다.\n아래 확인 코드를 로그인 화면에 입력해 주세요.\n\n{{code}}\n\n코드는 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n이 코드를 누구에게도 알려 주지 마세요. 직원이 전화나 메시지로 코드를 묻는 일은 없습니다.\n\n본인이 요청하지 않았다면 이 메일을 삭제해 주세요. 코드를 입력하지 않는 한 로그인되지 않습니다.\n다만 이 메일은 올바른 비밀번호가 입력되었을 때 발송됩니다. 다른 사람이 비밀번호를 알고 있을 수 있다면 비밀번호를 변경해 주세요.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'code.sent': '확인 코드를 이메일로 보내 드렸습니다.',
    'released.subject': '[스코야카] 새로운 안내가 도착했습니다',
    'released.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n받으신 검사의 결과를 화면에서 확인하실 수 있습니다.\n로그인하여 확인해 주세요.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 결과를 적지 않았습니다.\n궁금한 점은 로그인 후 메시지로 편하게 문의해 주세요.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'mailbox.title': '데모 메일함',
    'mailbox.lead': '데모에서는 메일이 외부로 발송되지 않고 여기에 도착합니다. 최신순으로 {{count}}통까지, 5초마다 새로 고칩니다.',
    'mailbox.empty': '아직 도착한 메일이 없습니다.',
    'mailbox.to': '받는 사람',
    'mailbox.sent_at': '보낸 시각',
  },
})
