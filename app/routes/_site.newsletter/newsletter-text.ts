// The longer texts of the newsletter page.

export const WEEKLY_PARTS = [
  {
    title: 'One automation worth building',
    text: 'One AI workflow for intake, drafting or billing, with the prompts, the tools and the hours it saves.',
  },
  {
    title: 'Remote talent, done properly',
    text: 'Where to find virtual assistants and paralegals, what to pay, and how to hand work over without redoing it.',
  },
  {
    title: 'Marketing that brings cases',
    text: 'Campaign breakdowns: what was spent, what each signed client cost, and what to copy.',
  },
  {
    title: 'Operations you can copy',
    text: 'A checklist, script or template from a firm that runs on systems, not memory.',
  },
  {
    title: 'Growth in plain numbers',
    text: 'Pricing, hiring and profit: one decision every growing firm faces, with real figures.',
  },
  {
    title: 'Tools, tested first',
    text: 'Software we used on real matters before writing about it, with the price and the drawbacks.',
  },
] as const;

export const READERS = [
  {
    quote:
      'The intake issue paid for my year. We answer every lead within four minutes now, and nobody had to stay late for it.',
    name: 'Grace Lindqvist',
    firm: 'Reader, family law practice, Columbus',
  },
  {
    quote:
      'I hired two remote paralegals after reading one Tuesday issue. It told me what to pay, what to ask, and what to write down first.',
    name: 'Marcus Okafor',
    firm: 'Reader, immigration firm, Houston',
  },
  {
    quote:
      'Most legal marketing advice is noise. This shows the spend and the result, and lets me decide for myself.',
    name: 'Elena Brandt',
    firm: 'Reader, estate planning practice, Denver',
  },
] as const;
