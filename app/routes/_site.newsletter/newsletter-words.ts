// The newsletter page's longer texts.

export const WEEKLY_PARTS = [
  {
    title: 'One automation worth building',
    text: 'A single AI workflow for intake, drafting or billing, with the prompts, the tools and the hours it gave back.',
  },
  {
    title: 'Remote talent, done properly',
    text: 'Where to find virtual assistants and paralegals, what to pay, and how to hand work over without redoing it.',
  },
  {
    title: 'Marketing that brings cases',
    text: 'Campaigns taken apart line by line: what was spent, what each signed client cost, what to copy.',
  },
  {
    title: 'Operations you can lift',
    text: 'A checklist, a script or a template from a firm that runs on systems and no longer on memory.',
  },
  {
    title: 'Growth in plain numbers',
    text: 'Pricing, hiring and profit: one decision every growing firm meets, worked through with real figures.',
  },
  {
    title: 'Tools, tested first',
    text: 'Software we ran on real matters before we wrote about it, with the price and the catch.',
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
      'I hired two remote paralegals from one Tuesday letter. It told me what to pay, what to ask, and what to write down first.',
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
