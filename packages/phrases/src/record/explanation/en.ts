export const en = {
  'about.title': 'What it is',
  'means.title': 'What your result means',
  'do.title': 'What you can do',
  'next.title': 'Next step',
  'next.contact':
    'This value should be looked at soon. If you haven’t spoken with your care team about it yet, contact them today. If you feel unwell, don’t wait for an answer: see a doctor (in an emergency, call 119).',
  'next.contactCall':
    'This value should be looked at soon. If you haven’t spoken with your care team about it yet, please call your facility today. If you feel unwell, see a doctor at once (in an emergency, call 119).',
  'next.confirm':
    'Ask your care team whether you need to see a doctor or have another test. If you are already being treated or have seen a doctor about it, mention this result at your next visit.',
  'next.watch': 'See how it changes at your next test. You can ask your care team at any time.',
  'next.watch_home': 'Keep measuring at home and see how it changes. You can ask your care team at any time.',
  team: 'Your care team will explain this result to you individually. Use the button shown here to ask them.',
  teamCall: 'Your care team will explain this result to you individually. Please call your facility.',
  within: 'Your value is within the reference range.',
  withinOverall: 'Your value is outside the reference range, but taking your medicine or your other tests into account, it is not considered a problem.',
  'mine.period': '{{count}} values since {{from}}',
  'mine.previous': 'Your previous value ({{day}}) was {{value}}.',
  ask: 'Ask your care team',
  'ask.contact': 'Contact your care team',
  'ask.call': 'See the phone numbers',
  'ask.draft': 'I have a question about my result for {{name}} ({{day}}).',
  chart: 'Chart and earlier values',
  source: 'Source: ',
  note: 'This is general information, not a diagnosis. If you have other target values, for example during treatment or pregnancy, follow your doctor’s advice.',
  'about.bmi': 'A guide to weight for your height: weight in kilograms divided twice by height in meters.',
  'about.blood_pressure': 'The force of the blood on the walls of your blood vessels. Systolic is the upper number, diastolic the lower one.',
  'about.creatinine': 'A waste product of the muscles that the kidneys remove. It shows how well the kidneys work.',
  'about.crp': 'A protein that rises when there is inflammation somewhere in the body.',
  'about.egfr': 'An estimate of how well the kidneys filter waste, calculated from creatinine, age and sex.',
  'about.fecal_blood': 'A screening test for colorectal cancer. It finds blood in the stool that is too little to see.',
  'about.ferritin': 'Shows how much iron your body has stored.',
  'about.ggt': 'An enzyme of the liver and bile ducts. It reacts to alcohol more than other liver tests.',
  'about.glucose': 'The amount of sugar in your blood. It changes with meals and activity.',
  'about.hba1c': 'Shows your average blood sugar over the past one to two months. A single meal hardly changes it.',
  'about.hdl': 'Carries surplus cholesterol back to the liver. It is also called “good” cholesterol.',
  'about.ldl': 'Carries cholesterol through the body. It is also called “bad” cholesterol, because too much of it builds up in the walls of blood vessels.',
  'about.liver': 'An enzyme of the cells of the liver and other organs. It rises in the blood when cells are damaged.',
  'about.non_hdl': 'Total cholesterol without HDL, the “good” cholesterol. It sums up the cholesterol that can narrow blood vessels.',
  'about.platelet': 'Blood cells that stop bleeding.',
  'about.red_cells': 'Red blood cells carry oxygen through the body. Hemoglobin is the part of them that holds the oxygen.',
  'about.salt': 'Your daily salt intake, estimated from urine. It is a rough guide.',
  'about.thyroid': 'The thyroid makes hormones that control the metabolism. This test shows how active it is.',
  'about.total_cholesterol':
    'All the cholesterol in your blood. It rises with LDL, the “bad” cholesterol, but also with HDL, the “good” one, so both are considered too.',
  'about.triglyceride': 'A fat that your body makes from sugar, fat and alcohol and uses as energy.',
  'about.uric_acid': 'A waste product, formed for example when cells renew themselves.',
  'about.urine_blood': 'A reaction to blood in the urine, even amounts too small to see.',
  'about.urine_glucose': 'Sugar in the urine. Normally there is almost none.',
  'about.urine_protein': 'Protein in the urine; albumin is one kind of it. Normally there is very little.',
  'about.vitamin_d': 'A nutrient that keeps bones and muscles strong. It comes from food and from sunlight on the skin.',
  'about.waist': 'Measured at the height of the navel, as a guide to the fat around the organs.',
  'about.white_cells': 'Blood cells that protect the body from bacteria and viruses.',
  'means.anaemia': 'You may have anemia. A lack of iron is a common cause; periods, bleeding in the stomach or bowel and other conditions can also cause it.',
  'do.anaemia':
    'It is important to find the cause. Ask us before you start taking iron. See a doctor soon if you are short of breath, your heart races or your stool is black.',
  'means.blood_pressure_high':
    'If it stays high, it strains the blood vessels, heart, brain and kidneys. Stress and the time of day matter too, so readings at home help.',
  'do.blood_pressure_high':
    'Aim for less than 6 g of salt a day. Less alcohol, not smoking, exercise and losing weight help too. Measure in the morning and evening after sitting for a minute or two, and record it.',
  'means.cholesterol_high':
    'If it stays high, blood vessels narrow more easily. It causes hardly any symptoms. Blood pressure, blood sugar, smoking and age are considered as well.',
  'do.cholesterol_high':
    'Eat less fatty meat, butter and processed meat, and more fish, soy, vegetables and seaweed. Some people are prone to high values: ask a doctor if yours stay high.',
  'means.crp_high': 'It rises with infections such as colds, injuries, inflamed gums and smoking. The test alone does not show where the inflammation is.',
  'do.crp_high': 'Tell us if you have a fever, pain or other symptoms. If not, a repeat test when you are well will tell us more.',
  'means.fecal_blood': 'Hemorrhoids can cause it, but polyps or cancer are sometimes found. One positive day is reason enough to look further.',
  'do.fecal_blood': 'The recommended next step is a closer examination such as a colonoscopy, not another stool test. Your care team will help you book it.',
  'means.ferritin_low': 'Your iron stores are low. You may tire easily even before anemia begins. Periods and bleeding in the stomach or bowel lower them too.',
  'do.ferritin_low': 'Include lean meat, fish, soy and leafy greens in your meals. Ask us before you start taking iron.',
  'means.ggt_high': 'Alcohol, fatty liver, medicines or changes in the flow of bile can raise it.',
  'do.ggt_high':
    'If you drink, drink less and see how it changes. If you drink a lot every day, talk to us before you stop suddenly. If you don’t drink, we may look for other causes.',
  'means.glucose_high':
    'Your blood sugar is on the high side. Over a long time this strains blood vessels, eyes, kidneys and nerves. A single test is not enough to diagnose diabetes.',
  'do.glucose_high':
    'Cut down on sweet drinks and large portions of rice, bread or noodles, and move after meals. If you are overweight, losing a little helps. Don’t change diabetes medicines on your own.',
  'means.glucose_low': 'This value is on the low side. Diabetes medicines and insulin, late or small meals, hard exercise and alcohol can lower blood sugar.',
  'do.glucose_low':
    'If your blood sugar is below 70 mg/dL now, or you have symptoms such as a cold sweat, trembling or a racing heart, take 10 g of glucose, 20 g of sugar or 150–200 mL of a sugary drink right away (with an alpha-glucosidase inhibitor, it must be glucose). Measure again after 15 minutes. If the value is still below 70 mg/dL or you still have symptoms, take the same amount again. If you can’t swallow or become drowsy or confused, people with you must not put anything in your mouth and should call 119 at once. If this value is from yesterday or earlier and you have no symptoms now, you don’t need sugar. Tell your care team soon that your blood sugar was low. Don’t change diabetes medicines on your own.',
  'means.hdl_low': 'Surplus cholesterol stays in the blood vessels more easily. Lack of exercise, smoking, weight gain and high triglycerides play a part.',
  'do.hdl_low': 'Aim for 30 minutes a day of exercise such as brisk walking. If you smoke, stopping helps.',
  'means.kidney_low': 'Your kidneys may be working less well. Dehydration and muscle mass change the value too, so repeated tests and a urine test are needed.',
  'do.kidney_low':
    'Keeping blood pressure and blood sugar under control, eating less salt and avoiding dehydration protect the kidneys. Ask us before you use over-the-counter painkillers regularly.',
  'means.liver_high':
    'Your liver may be under strain. Possible causes include fatty liver, alcohol, medicines, supplements and viruses. Hard exercise can raise it too.',
  'do.liver_high':
    'Drink less alcohol, and lose weight if you have gained some. Don’t stop medicines on your own; tell your care team about them and about supplements.',
  'means.platelet_high': 'Low iron or inflammation can raise it. Sometimes the cause is a blood disorder.',
  'do.platelet_high': 'A repeat test shows whether it stays high.',
  'means.platelet_low': 'Medicines, liver conditions or blood disorders can lower it. Sometimes cells clump in the sample and too few are counted.',
  'do.platelet_low': 'A repeat test will tell us more. See a doctor soon if you bruise more than before, or if nosebleeds or bleeding gums don’t stop.',
  'means.red_cells_high': 'Your blood may be thicker. Dehydration, smoking and sleep apnea can raise it. Sometimes the cause is a blood disorder.',
  'do.red_cells_high': 'Drink enough fluids, and if you smoke, consider stopping. If it is high again, we look for the cause.',
  'means.salt_high': 'Too much salt raises your blood pressure and strains the kidneys and stomach.',
  'do.salt_high': 'Start small: leave noodle soup in the bowl, dip into soy sauce instead of pouring it, and eat fewer pickles and processed foods.',
  'means.thyroid_off': 'Your thyroid may be too active or not active enough. Your general condition, medicines and eating a lot of kelp can change it too.',
  'do.thyroid_off':
    'Repeat tests or an ultrasound scan will tell us more. Tell us about a racing heart, changes in weight, tiredness or swelling. If you are or may become pregnant, talk to us soon.',
  'means.triglyceride_high': 'Blood vessels narrow more easily. Very high values can inflame the pancreas. Meals and alcohol before the test raise it too.',
  'do.triglyceride_high':
    'Cut down on alcohol, sweet drinks and snacks, and keep up exercise such as brisk walking. If you had eaten before the test, a fasting test will tell us more.',
  'means.uric_acid_high': 'If it stays high, it can lead to gout, urinary stones or strain on the kidneys.',
  'do.uric_acid_high':
    'Cut down on alcohol, sweet drinks and offal such as liver, and drink plenty of water unless your fluids are restricted. See a doctor if a joint suddenly swells and hurts.',
  'means.urine_blood': 'Periods and hard exercise can cause it, but so can stones or conditions of the bladder or kidneys.',
  'do.urine_blood': 'A repeat test or an ultrasound scan will tell us more. If your urine looks red even once, see a doctor.',
  'means.urine_glucose':
    'Your blood sugar may be high. Some people always have it; pregnancy and medicines for diabetes, heart or kidneys (SGLT2 inhibitors) also cause it.',
  'do.urine_glucose': 'We look at it together with blood sugar and HbA1c. Tell your care team which medicines you take. Don’t stop them on your own.',
  'means.urine_protein': 'It can appear for a short time after fever or hard exercise. If it persists, the kidneys may be under strain.',
  'do.urine_protein':
    'A repeat test with the first urine of the morning is recommended. Keeping blood pressure and blood sugar under control and eating less salt protect the kidneys.',
  'means.vitamin_d_low': 'Many people in Japan have too little. Over a long time, bones and muscles can weaken.',
  'do.vitamin_d_low':
    'Eat fish such as salmon or sardines, and mushrooms, and get some sunlight, even briefly. Ask your care team how much of a supplement to take.',
  'means.weight_high':
    'You may have a little more body fat than is healthy. It puts a strain on blood pressure, blood sugar, blood fats, knees, back and sleep.',
  'do.weight_high': 'A first goal is to lose 3% of your weight in three to six months. Cut down on snacks and sweet drinks, and walk more.',
  'means.weight_low': 'Your weight is on the low side. Muscles, bones and defences weaken more easily.',
  'do.weight_low': 'Have protein with every meal and exercise to keep your strength. If you lose weight without knowing why, talk to us soon.',
  'means.white_cells_high': 'Infections, inflammation, smoking, stress and medicines can raise it. Sometimes the cause is a blood disorder.',
  'do.white_cells_high': 'Tell us if you have a fever, a cough or other symptoms. If not, a repeat test will tell us more.',
  'means.white_cells_low': 'Some people always have few. A viral infection or medicines can lower them. Sometimes the cause is a blood disorder.',
  'do.white_cells_low': 'Tell your care team which medicines you take. See a doctor soon if you have a fever.',
} as const
