import { phrases } from './language.ts'

/** Subjects never contain the sign-in code, because they are readable on locked screens. */
export const mail = phrases({
  ja: {
    'code.subject': '【すこやか】ログインの確認コード',
    'code.text':
      'すこやかをご利用いただきありがとうございます。\n次の確認コードをログイン画面に入力してください。\n\n{{code}}\n\nコードの有効期限は10分です。1回だけ使えます。\nこのコードは誰にも教えないでください。スタッフが電話やメッセージでお聞きすることはありません。\n\nお心当たりがない場合は、このメールを破棄してください。コードを入力しないかぎり、ログインされることはありません。\nただし、このメールはパスワードが正しく入力されたときに届きます。ほかの方に知られたおそれがあるときは、パスワードを変更してください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'code.sent': '確認コードをメールでお送りしました。',
    'activation.subject': '【すこやか】ご登録のご案内',
    'activation.text':
      'すこやかへご招待します。\n次のリンクを開いて、パスワードの設定とご登録をお済ませください。5分ほどで終わります。\n\n{{link}}\n\nリンクを開けないときは、次のページでこのメールアドレスと番号を入力してください。\n\n{{page}}\n{{code}}\n\n有効期限は7日です。1回だけ使えます。\nリンクと番号は誰にも教えないでください。スタッフが電話やメッセージでお聞きすることはありません。\n\nお心当たりがない場合は、このメールを破棄してください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'password_reset.subject': '【すこやか】パスワードの再設定',
    'password_reset.text':
      'すこやかをご利用いただきありがとうございます。\n次のリンクから、新しいパスワードを設定してください。\n\n{{link}}\n\nリンクの有効期限は1時間です。1回だけ使えます。\n\nお心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'password_changed.subject': '【すこやか】パスワードが変更されました',
    'password_changed.text':
      'すこやかをご利用いただきありがとうございます。\nパスワードが変更されました。ほかの端末のログイン、信頼した端末の登録、アプリとの連携は解除されています。\n\nお心当たりがない場合は、ログイン画面の「パスワードをお忘れの方」からすぐに再設定し、施設にご連絡ください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'passkey_added.subject': '【すこやか】パスキーが登録されました',
    'passkey_added.text':
      'すこやかをご利用いただきありがとうございます。\n新しいパスキーが登録されました。このパスキーで、パスワードも確認コードも入力せずにログインできます。\n\nお心当たりがない場合は、設定の「アカウントと安全」でそのパスキーを削除してパスワードを変更し、施設にご連絡ください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'passkey_removed.subject': '【すこやか】パスキーが削除されました',
    'passkey_removed.text':
      'すこやかをご利用いただきありがとうございます。\nパスキーが1つ削除されました。今後、そのパスキーではログインできません。\n\nお心当たりがない場合は、パスワードを変更し、施設にご連絡ください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'data_export.subject': '【すこやか】ファイルの準備ができました',
    'data_export.text':
      'すこやかをご利用いただきありがとうございます。\n\nご依頼のファイルの準備ができました。\n次のリンクからログインして、ダウンロードしてください。{{days}}日後に削除されます。\n\n{{link}}\n\nお心当たりがない場合は、すぐにパスワードを変更し、施設にご連絡ください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'email_change.subject': '【すこやか】メールアドレス変更の確認コード',
    'email_change.text':
      'すこやかをご利用いただきありがとうございます。\nこのメールアドレスに変更するには、次の確認コードを画面に入力してください。\n\n{{code}}\n\nコードの有効期限は10分です。1回だけ使えます。\nこのコードは誰にも教えないでください。\n\nお心当たりがない場合は、このメールを破棄してください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'email_changed.subject': '【すこやか】メールアドレスが変更されました',
    'email_changed.text':
      'すこやかをご利用いただきありがとうございます。\nご登録のメールアドレスが変更されました。ほかの端末のログイン、信頼した端末の登録、アプリとの連携は解除されています。\nこのお知らせは、変更前と変更後の両方のアドレスにお送りしています。\n\nお心当たりがない場合は、すぐに施設にご連絡ください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'released.subject': '【すこやか】お知らせが届いています',
    'released.text':
      'すこやかをご利用いただきありがとうございます。\n\n受けられた検査の結果を、画面でご覧いただけるようになりました。\nログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには結果を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'asked.subject': '【すこやか】問診票のご記入のお願い',
    'asked.text':
      'すこやかをご利用いただきありがとうございます。\n\n問診票のご記入をお願いします。\n次のリンクからログインしてご記入ください。途中で保存して、あとから続けることもできます。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.arranging.subject': '【すこやか】日程のご希望をお聞かせください',
    'booking.arranging.text':
      'すこやかをご利用いただきありがとうございます。\n\nご予約の日程を調整しています。ご希望の日時を3つまでお選びください。候補の日時があるときは、変更することもできます。\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.fixed.subject': '【すこやか】ご予約の日時が決まりました',
    'booking.fixed.text':
      'すこやかをご利用いただきありがとうございます。\n\nご予約の日時が決まりました。\n\n日時：{{when}}\n\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.fixed_day.text':
      'すこやかをご利用いただきありがとうございます。\n\nご予約の日が決まりました。\n\n日にち：{{day}}\n\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.moved.subject': '【すこやか】ご予約の日時が変わりました',
    'booking.moved.text':
      'すこやかをご利用いただきありがとうございます。\n\nご予約の日時が変わりました。\n\n新しい日時：{{when}}\n\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.cancelled.subject': '【すこやか】ご予約を取り消しました',
    'booking.cancelled.text':
      'すこやかをご利用いただきありがとうございます。\n\n次のご予約を取り消しました。\n\n日時：{{when}}\n\nほかのご予約は、すこやかにログインしてご確認いただけます。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.offered.subject': '【すこやか】早い日時に空きが出ました',
    'booking.offered.text':
      'すこやかをご利用いただきありがとうございます。\n\nお待ちいただいていた、早い日時に空きが出ました。\n\n日時：{{when}}\nご回答の期限：{{until}}\n\n期限まで、この枠をお取りしています。すこやかにログインしてお答えください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'booking.undated': '調整中',
    'booking.dateToCome': '（ここに日時が入ります）',
    'interview.made.subject': '【すこやか】ご予定のお知らせ',
    'interview.made.text':
      'すこやかをご利用いただきありがとうございます。\n\nご予定が決まりました。\n\n日時：{{when}}\n場所：{{where}}\n\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'interview.moved.subject': '【すこやか】ご予定の変更のお知らせ',
    'interview.moved.text':
      'すこやかをご利用いただきありがとうございます。\n\nご予定の内容が変わりました。\n\n日時：{{when}}\n場所：{{where}}\n\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'interview.cancelled.subject': '【すこやか】ご予定の取り消しのお知らせ',
    'interview.cancelled.text':
      'すこやかをご利用いただきありがとうございます。\n\n次のご予定を取り消しました。\n\n日時：{{when}}\n場所：{{where}}\n\nすこやかにログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには詳しい内容を記載していません。\nご不明な点は、施設または担当チームにお尋ねください。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'interview.online': 'オンライン',
    'interview.unplaced': '後日お知らせします',
    'booking.summary': '検査',
    'notice.message.subject': '【すこやか】メッセージが届いています',
    'notice.message.text':
      'すこやかをご利用いただきありがとうございます。\n\n未読のメッセージがあります。\nログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには内容を記載していません。\nメールの受け取りは、ログイン後の「通知の設定」で変更できます。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'notice.other.subject': '【すこやか】未読のお知らせがあります',
    'notice.other.text':
      'すこやかをご利用いただきありがとうございます。\n\n未読のお知らせがあります。\nログインしてご確認ください。\n\n{{link}}\n\n大切な内容を守るため、このメールには内容を記載していません。\nメールの受け取りは、ログイン後の「通知の設定」で変更できます。\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'contract_receipt.subject': '【すこやか】お支払いを承りました',
    'contract_receipt.text':
      'すこやかをご利用いただきありがとうございます。\n次のお支払いを承りました。\n\nご利用期間　{{from}}–{{until}}\n金額　{{amount}}円（うち消費税10% {{tax}}円）\nカード　末尾{{card}}\n\nご契約の内容とお支払いの履歴は、ログイン後に次のページでご確認いただけます。\n\n{{link}}\n\nこのメールは送信専用です。ご返信いただいてもお答えできません。',
    'push.title': 'すこやか',
    'push.body': '新しいお知らせがあります',
    'mailbox.title': 'デモのメールボックス',
    'mailbox.lead': 'デモではメールは外に送られず、ここに届きます。新しい順に{{count}}通まで、5秒ごとに更新します。',
    'mailbox.empty': 'メールはまだ届いていません。',
    'mailbox.to': '宛先',
    'mailbox.sent_at': '送信日時',
  },
  en: {
    'code.subject': 'Sukoyaka: your sign-in code',
    'code.text':
      'Thank you for using Sukoyaka.\nEnter this code on the sign-in page.\n\n{{code}}\n\nThe code is valid for 10 minutes and can only be used once.\nNever share this code with anyone. Our staff will never ask you for it by phone or message.\n\nIf this wasn’t you, you can delete this email. No one can sign in without the code.\nHowever, this email is only sent after the correct password has been entered. If someone else may know your password, please change it.\n\nThis is an automated email. Replies are not read.',
    'code.sent': 'We sent a code to your email address.',
    'activation.subject': 'Sukoyaka: your invitation',
    'activation.text':
      'You are invited to Sukoyaka.\nOpen the link below to set your password and complete your registration. It takes about five minutes.\n\n{{link}}\n\nIf you can’t open the link, go to the following page and enter this email address and the number.\n\n{{page}}\n{{code}}\n\nThe link and the number are valid for 7 days and can only be used once.\nNever share them with anyone. Our staff will never ask you for them by phone or message.\n\nIf you don’t know what this is about, you can delete this email.\n\nThis is an automated email. Replies are not read.',
    'password_reset.subject': 'Sukoyaka: set a new password',
    'password_reset.text':
      'Thank you for using Sukoyaka.\nUse the link below to set a new password.\n\n{{link}}\n\nThe link is valid for one hour and can only be used once.\n\nIf this wasn’t you, you can delete this email. Your password stays as it is.\n\nThis is an automated email. Replies are not read.',
    'password_changed.subject': 'Sukoyaka: your password was changed',
    'password_changed.text':
      'Thank you for using Sukoyaka.\nYour password was changed. Other devices were signed out, connected apps lost access, and trusted devices will need a code again.\n\nIf this wasn’t you, set a new password at once with “Forgot your password?” on the sign-in page, and contact your facility.\n\nThis is an automated email. Replies are not read.',
    'passkey_added.subject': 'Sukoyaka: a passkey was added',
    'passkey_added.text':
      'Thank you for using Sukoyaka.\nA new passkey was added to your account. It signs you in without a password or a code.\n\nIf this wasn’t you, delete the passkey under “Account and security” in the settings, change your password, and contact your facility.\n\nThis is an automated email. Replies are not read.',
    'passkey_removed.subject': 'Sukoyaka: a passkey was deleted',
    'passkey_removed.text':
      'Thank you for using Sukoyaka.\nA passkey was deleted from your account. It can no longer be used to sign in.\n\nIf this wasn’t you, change your password and contact your facility.\n\nThis is an automated email. Replies are not read.',
    'data_export.subject': 'Sukoyaka: your file is ready',
    'data_export.text':
      'Thank you for using Sukoyaka.\n\nThe file you asked for is ready.\nOpen the link below, sign in and download it. It will be deleted after {{days}} days.\n\n{{link}}\n\nIf this wasn’t you, change your password at once and contact your facility.\n\nThis is an automated email. Replies are not read.',
    'email_change.subject': 'Sukoyaka: code for your new email address',
    'email_change.text':
      'Thank you for using Sukoyaka.\nTo change to this email address, enter this code on the page.\n\n{{code}}\n\nThe code is valid for 10 minutes and can only be used once.\nNever share this code with anyone.\n\nIf this wasn’t you, you can delete this email.\n\nThis is an automated email. Replies are not read.',
    'email_changed.subject': 'Sukoyaka: your email address was changed',
    'email_changed.text':
      'Thank you for using Sukoyaka.\nThe email address of your account was changed. Other devices were signed out, connected apps lost access, and trusted devices will need a code again.\nThis notice is sent to both the previous and the new address.\n\nIf this wasn’t you, please contact your facility at once.\n\nThis is an automated email. Replies are not read.',
    'released.subject': 'Sukoyaka: you have a new notification',
    'released.text':
      'Thank you for using Sukoyaka.\n\nThe results of your checkup are ready.\nPlease sign in to view them.\n\n{{link}}\n\nTo protect your privacy, this email does not include the results.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'asked.subject': 'Sukoyaka: please fill in a questionnaire',
    'asked.text':
      'Thank you for using Sukoyaka.\n\nPlease fill in a questionnaire.\nUse the link below to sign in and open it. You can save your answers and continue later.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.arranging.subject': 'Sukoyaka: please tell us your preferred dates',
    'booking.arranging.text':
      'Thank you for using Sukoyaka.\n\nWe are arranging a date for you. Please choose up to three dates that suit you. If dates are suggested already, you can change them.\nPlease sign in to Sukoyaka to choose them.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.fixed.subject': 'Sukoyaka: your booking is confirmed',
    'booking.fixed.text':
      'Thank you for using Sukoyaka.\n\nThe date of your booking has been confirmed.\n\nDate and time: {{when}}\n\nPlease sign in to Sukoyaka to view the details.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.fixed_day.text':
      'Thank you for using Sukoyaka.\n\nThe day of your booking has been confirmed.\n\nDate: {{day}}\n\nPlease sign in to Sukoyaka to view the details.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.moved.subject': 'Sukoyaka: your booking has a new date',
    'booking.moved.text':
      'Thank you for using Sukoyaka.\n\nThe date of your booking has changed.\n\nNew date and time: {{when}}\n\nPlease sign in to Sukoyaka to view the details.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.cancelled.subject': 'Sukoyaka: your booking has been cancelled',
    'booking.cancelled.text':
      'Thank you for using Sukoyaka.\n\nThe following booking has been cancelled.\n\nDate and time: {{when}}\n\nSign in to Sukoyaka to view your other bookings.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.offered.subject': 'Sukoyaka: an earlier date is available',
    'booking.offered.text':
      'Thank you for using Sukoyaka.\n\nAn earlier date has become available, as you requested.\n\nDate and time: {{when}}\nPlease answer by: {{until}}\n\nWe are holding it for you until then. Please sign in to Sukoyaka to answer.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'booking.undated': 'being arranged',
    'booking.dateToCome': '(the date and time go here)',
    'interview.made.subject': 'Sukoyaka: your appointment',
    'interview.made.text':
      'Thank you for using Sukoyaka.\n\nYour appointment has been scheduled.\n\nDate and time: {{when}}\nPlace: {{where}}\n\nPlease sign in to Sukoyaka to view the details.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'interview.moved.subject': 'Sukoyaka: your appointment has changed',
    'interview.moved.text':
      'Thank you for using Sukoyaka.\n\nYour appointment has changed.\n\nDate and time: {{when}}\nPlace: {{where}}\n\nPlease sign in to Sukoyaka to view the details.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'interview.cancelled.subject': 'Sukoyaka: your appointment has been cancelled',
    'interview.cancelled.text':
      'Thank you for using Sukoyaka.\n\nThe following appointment has been cancelled.\n\nDate and time: {{when}}\nPlace: {{where}}\n\nPlease sign in to Sukoyaka to view the details.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nIf you have any questions, please ask your facility or your care team.\n\nThis is an automated email. Replies are not read.',
    'interview.online': 'Online',
    'interview.unplaced': 'To be announced',
    'booking.summary': 'Checkup',
    'notice.message.subject': 'Sukoyaka: you have a new message',
    'notice.message.text':
      'Thank you for using Sukoyaka.\n\nYou have an unread message.\nPlease sign in to read it.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nYou can turn these emails on or off under “Notification settings” after signing in.\n\nThis is an automated email. Replies are not read.',
    'notice.other.subject': 'Sukoyaka: you have unread notifications',
    'notice.other.text':
      'Thank you for using Sukoyaka.\n\nYou have unread notifications.\nPlease sign in to view them.\n\n{{link}}\n\nTo protect your privacy, this email does not include any details.\nYou can turn these emails on or off under “Notification settings” after signing in.\n\nThis is an automated email. Replies are not read.',
    'contract_receipt.subject': 'Sukoyaka: we received your payment',
    'contract_receipt.text':
      'Thank you for using Sukoyaka.\nWe received this payment:\n\nPeriod: {{from}}–{{until}}\nAmount: {{amount}} yen (including {{tax}} yen consumption tax, 10%)\nCard: ending in {{card}}\n\nYour contract and your payments are on this page after signing in:\n\n{{link}}\n\nThis is an automated email. Replies are not read.',
    'push.title': 'Sukoyaka',
    'push.body': 'You have a new notification',
    'mailbox.title': 'Demo mailbox',
    'mailbox.lead': 'In the demo, emails are not sent out but arrive here. Newest first, up to {{count}}, refreshed every 5 seconds.',
    'mailbox.empty': 'No emails yet.',
    'mailbox.to': 'To',
    'mailbox.sent_at': 'Sent',
  },
  kr: {
    'code.subject': '[스코야카] 로그인 인증 코드',
    'code.text':
      '스코야카를 이용해 주셔서 감사합니다.\n아래 인증 코드를 로그인 화면에 입력해 주십시오.\n\n{{code}}\n\n코드는 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n이 코드를 누구에게도 알려 주지 마십시오. 직원이 전화나 메시지로 코드를 묻는 일은 없습니다.\n\n본인이 요청하지 않았다면 이 메일을 삭제해 주십시오. 코드를 입력하지 않는 한 로그인되지 않습니다.\n다만 이 메일은 올바른 비밀번호가 입력되었을 때 발송됩니다. 다른 사람이 비밀번호를 알고 있을 수 있다면 비밀번호를 변경해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'code.sent': '인증 코드를 이메일로 보내 드렸습니다.',
    'activation.subject': '[스코야카] 등록 안내',
    'activation.text':
      '스코야카에 초대합니다.\n아래 링크를 열어 비밀번호를 설정하고 등록을 마쳐 주십시오. 5분 정도 걸립니다.\n\n{{link}}\n\n링크를 열 수 없으면 다음 페이지에서 이 이메일 주소와 번호를 입력해 주십시오.\n\n{{page}}\n{{code}}\n\n7일 동안 유효하며 한 번만 사용할 수 있습니다.\n링크와 번호를 누구에게도 알려 주지 마십시오. 직원이 전화나 메시지로 묻는 일은 없습니다.\n\n짚이는 데가 없으면 이 메일을 삭제해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'password_reset.subject': '[스코야카] 비밀번호 재설정',
    'password_reset.text':
      '스코야카를 이용해 주셔서 감사합니다.\n아래 링크에서 새 비밀번호를 설정해 주십시오.\n\n{{link}}\n\n링크는 1시간 동안 유효하며 한 번만 사용할 수 있습니다.\n\n본인이 요청하지 않았다면 이 메일을 삭제해 주십시오. 비밀번호는 바뀌지 않습니다.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'password_changed.subject': '[스코야카] 비밀번호가 변경되었습니다',
    'password_changed.text':
      '스코야카를 이용해 주셔서 감사합니다.\n비밀번호가 변경되었습니다. 다른 기기의 로그인, 신뢰한 기기의 등록, 앱 연동은 해제되었습니다.\n\n본인이 변경하지 않았다면 로그인 화면의 “비밀번호를 잊으셨습니까?”에서 바로 재설정하고 시설에 연락해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'passkey_added.subject': '[스코야카] 패스키가 등록되었습니다',
    'passkey_added.text':
      '스코야카를 이용해 주셔서 감사합니다.\n새 패스키가 등록되었습니다. 이 패스키로 비밀번호와 인증 코드 없이 로그인할 수 있습니다.\n\n본인이 등록하지 않았다면 설정의 “계정 및 보안”에서 그 패스키를 삭제하고 비밀번호를 변경한 뒤 시설에 연락해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'passkey_removed.subject': '[스코야카] 패스키가 삭제되었습니다',
    'passkey_removed.text':
      '스코야카를 이용해 주셔서 감사합니다.\n패스키 하나가 삭제되었습니다. 앞으로 그 패스키로는 로그인할 수 없습니다.\n\n본인이 삭제하지 않았다면 비밀번호를 변경하고 시설에 연락해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'data_export.subject': '[스코야카] 파일이 준비되었습니다',
    'data_export.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n요청하신 파일이 준비되었습니다.\n다음 링크에서 로그인하여 다운로드해 주십시오. {{days}}일 후에 삭제됩니다.\n\n{{link}}\n\n요청하신 적이 없다면 즉시 비밀번호를 변경하시고 시설에 연락해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'email_change.subject': '[스코야카] 이메일 주소 변경 인증 코드',
    'email_change.text':
      '스코야카를 이용해 주셔서 감사합니다.\n이 이메일 주소로 변경하려면 아래 인증 코드를 화면에 입력해 주십시오.\n\n{{code}}\n\n코드는 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n이 코드를 누구에게도 알려 주지 마십시오.\n\n본인이 요청하지 않았다면 이 메일을 삭제해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'email_changed.subject': '[스코야카] 이메일 주소가 변경되었습니다',
    'email_changed.text':
      '스코야카를 이용해 주셔서 감사합니다.\n등록된 이메일 주소가 변경되었습니다. 다른 기기의 로그인, 신뢰한 기기의 등록, 앱 연동은 해제되었습니다.\n이 안내는 변경 전과 변경 후의 주소 모두에 보내 드립니다.\n\n본인이 변경하지 않았다면 바로 시설에 연락해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'released.subject': '[스코야카] 새로운 안내가 도착했습니다',
    'released.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n받으신 검사의 결과를 화면에서 확인하실 수 있습니다.\n로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 결과를 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'asked.subject': '[스코야카] 문진표 작성을 부탁드립니다',
    'asked.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n문진표를 작성해 주십시오.\n아래 링크에서 로그인하여 작성하실 수 있습니다. 중간에 저장하고 나중에 이어서 작성하셔도 됩니다.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.arranging.subject': '[스코야카] 희망 일시를 알려 주십시오',
    'booking.arranging.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n예약 일정을 조율하고 있습니다. 희망하시는 일시를 3개까지 선택해 주십시오. 후보 일시가 이미 있으면 변경하실 수도 있습니다.\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.fixed.subject': '[스코야카] 예약 일시가 정해졌습니다',
    'booking.fixed.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n예약 일시가 정해졌습니다.\n\n일시: {{when}}\n\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.fixed_day.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n예약하신 날짜가 정해졌습니다.\n\n날짜: {{day}}\n\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.moved.subject': '[스코야카] 예약 일시가 변경되었습니다',
    'booking.moved.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n예약 일시가 변경되었습니다.\n\n새 일시: {{when}}\n\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.cancelled.subject': '[스코야카] 예약이 취소되었습니다',
    'booking.cancelled.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n다음 예약이 취소되었습니다.\n\n일시: {{when}}\n\n다른 예약은 스코야카에 로그인하여 확인하실 수 있습니다.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.offered.subject': '[스코야카] 더 빠른 일시에 자리가 났습니다',
    'booking.offered.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n기다리시던 더 빠른 일시에 자리가 났습니다.\n\n일시: {{when}}\n답변 기한: {{until}}\n\n기한까지 자리를 잡아 두었습니다. 스코야카에 로그인하여 답변해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'booking.undated': '조율 중',
    'booking.dateToCome': '(여기에 일시가 들어갑니다)',
    'interview.made.subject': '[스코야카] 일정 안내',
    'interview.made.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n일정이 정해졌습니다.\n\n일시: {{when}}\n장소: {{where}}\n\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'interview.moved.subject': '[스코야카] 일정 변경 안내',
    'interview.moved.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n일정이 변경되었습니다.\n\n일시: {{when}}\n장소: {{where}}\n\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'interview.cancelled.subject': '[스코야카] 일정 취소 안내',
    'interview.cancelled.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n아래 일정이 취소되었습니다.\n\n일시: {{when}}\n장소: {{where}}\n\n스코야카에 로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 자세한 내용을 적지 않았습니다.\n궁금한 점은 시설 또는 담당 팀에 문의해 주십시오.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'interview.online': '온라인',
    'interview.unplaced': '추후 안내해 드립니다',
    'booking.summary': '검사',
    'notice.message.subject': '[스코야카] 메시지가 도착했습니다',
    'notice.message.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n읽지 않은 메시지가 있습니다.\n로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 내용을 적지 않았습니다.\n메일 수신 여부는 로그인 후 “알림 설정”에서 변경하실 수 있습니다.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'notice.other.subject': '[스코야카] 읽지 않은 알림이 있습니다',
    'notice.other.text':
      '스코야카를 이용해 주셔서 감사합니다.\n\n읽지 않은 알림이 있습니다.\n로그인하여 확인해 주십시오.\n\n{{link}}\n\n소중한 내용을 보호하기 위해 이 메일에는 내용을 적지 않았습니다.\n메일 수신 여부는 로그인 후 “알림 설정”에서 변경하실 수 있습니다.\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'contract_receipt.subject': '[스코야카] 결제가 완료되었습니다',
    'contract_receipt.text':
      '스코야카를 이용해 주셔서 감사합니다.\n다음 결제가 완료되었습니다.\n\n이용 기간: {{from}}–{{until}}\n금액: {{amount}}엔(소비세 10% {{tax}}엔 포함)\n카드: 끝자리 {{card}}\n\n계약 내용과 결제 내역은 로그인 후 다음 페이지에서 확인하실 수 있습니다.\n\n{{link}}\n\n발신 전용 메일입니다. 회신하셔도 답변드릴 수 없습니다.',
    'push.title': '스코야카',
    'push.body': '새로운 알림이 있습니다',
    'mailbox.title': '데모 메일함',
    'mailbox.lead': '데모에서는 메일이 외부로 발송되지 않고 여기에 도착합니다. 최신순으로 {{count}}통까지, 5초마다 새로 고칩니다.',
    'mailbox.empty': '아직 도착한 메일이 없습니다.',
    'mailbox.to': '받는 사람',
    'mailbox.sent_at': '보낸 시각',
  },
})
