const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Given names, as common in India. */
export const givenNames = {
  female: words(`
    Aarti Aditi Aishwarya Akshara Alka Amrita Ananya Anjali Ankita Anushka Archana Asha Bhavna Chitra Deepa Deepika
    Divya Gayatri Geeta Harini Isha Jaya Jyoti Kajal Kalpana Kavita Kavya Kiran Komal Lakshmi Lata Madhuri Manisha Meena
    Meera Megha Mona Nandini Neha Nidhi Nisha Pallavi Pooja Prachi Pragya Preeti Priya Priyanka Radha Radhika Rani Rashmi
    Reena Rekha Renu Ritu Riya Rupa Sakshi Sandhya Sangeeta Sarita Seema Shalini Shilpa Shobha Shreya Shweta Simran Smita
    Sneha Sonali Sonia Sudha Suman Sunita Swati Tanvi Usha Vandana Varsha Vidya Yamini Zara`),
  male: words(`
    Aakash Aarav Abhishek Aditya Ajay Akash Akhil Amar Amit Anand Anil Ankit Anuj Arjun Arun Ashish Ashok Ashwin Bharat
    Chetan Deepak Dev Dinesh Farhan Ganesh Gaurav Gopal Govind Harish Hari Hemant Imran Irfan Ishaan Jatin Jitendra Kabir
    Karan Kartik Kunal Lalit Mahesh Manish Manoj Mohan Mohit Mukesh Naveen Nikhil Nitin Omkar Pankaj Pradeep Prakash
    Pranav Prashant Praveen Rahul Rajat Rajesh Rajiv Rakesh Ramesh Ravi Rishabh Ritesh Rohan Rohit Sachin Salman Sameer
    Sandeep Sanjay Santosh Saurabh Shankar Shyam Siddharth Sohan Subhash Sudhir Sunil Suraj Suresh Tarun Tushar Uday
    Varun Vijay Vikas Vikram Vinay Vinod Vishal Vivek Yash Yusuf`),
} as const

/** Family names, as common in India. */
export const familyNames = words(`
  Agarwal Ahmed Ansari Arora Bajaj Banerjee Bansal Basu Bedi Bhat Bhatia Bose Chandra Chatterjee Chauhan Chawla Chopra Das
  Dasgupta Desai Deshmukh Dhillon Dixit Dubey Dutta Fernandes Gandhi Ganguly Garg Ghosh Gill Gokhale Goyal Grover Gupta
  Hegde Iyengar Iyer Jadhav Jain Jha Joshi Kale Kapoor Kaur Khan Khanna Khatri Kohli Krishnan Kulkarni Kumar Lal Mahajan
  Malhotra Malik Mathur Mehra Mehta Menon Mishra Mistry Mukherjee Nair Nambiar Narang Nayak Pandey Parekh Patel Pathak
  Patil Pillai Prasad Puri Rajput Rana Rao Rastogi Rathore Reddy Roy Sahu Saini Saxena Sen Sethi Shah Sharma Shetty Shukla
  Siddiqui Singh Sinha Solanki Sood Srivastava Subramanian Tandon Thakur Thomas Tiwari Trivedi Tyagi Varma Verma Vyas
  Wadhwa Yadav Zaidi`)

/** Cities with the first three digits of their postcodes. */
export const cities = [
  ['Ahmedabad', '380'],
  ['Bengaluru', '560'],
  ['Bhopal', '462'],
  ['Chandigarh', '160'],
  ['Chennai', '600'],
  ['Coimbatore', '641'],
  ['Delhi', '110'],
  ['Guwahati', '781'],
  ['Hyderabad', '500'],
  ['Indore', '452'],
  ['Jaipur', '302'],
  ['Kanpur', '208'],
  ['Kochi', '682'],
  ['Kolkata', '700'],
  ['Lucknow', '226'],
  ['Mumbai', '400'],
  ['Nagpur', '440'],
  ['Patna', '800'],
  ['Pune', '411'],
  ['Surat', '395'],
  ['Vadodara', '390'],
  ['Visakhapatnam', '530'],
] as const

/** Streets that many towns have. */
export const streets = [
  'Gandhi Road',
  'Nehru Street',
  'Station Road',
  'MG Road',
  'Lake View Road',
  'Temple Street',
  'Park Lane',
  'Market Road',
  'Shivaji Nagar',
  'Rajaji Nagar',
  'Civil Lines',
  'Sector 14',
  'Sector 22',
  'Ring Road',
  'Ashok Vihar',
  'Green Park',
] as const

/** Banks by the first four letters of their IFSC. */
export const banks = [
  ['SBIN', 'State Bank of India', 28],
  ['HDFC', 'HDFC Bank', 18],
  ['ICIC', 'ICICI Bank', 14],
  ['PUNB', 'Punjab National Bank', 9],
  ['BARB', 'Bank of Baroda', 8],
  ['UTIB', 'Axis Bank', 8],
  ['CNRB', 'Canara Bank', 6],
  ['KKBK', 'Kotak Mahindra Bank', 5],
  ['IDIB', 'Indian Bank', 4],
] as const

/** What customers live by. */
export const professions = [
  'Driver',
  'Shop assistant',
  'Electrician',
  'Teacher',
  'Nurse',
  'Accountant',
  'Delivery partner',
  'Security guard',
  'Tailor',
  'Call centre agent',
  'Machine operator',
  'Mechanic',
  'Cook',
  'Office clerk',
  'Pharmacist',
  'Software tester',
  'Sales representative',
  'Shopkeeper',
] as const

export const educations = ['Secondary school', 'Higher secondary', 'Diploma', 'Graduate', 'Postgraduate'] as const
export const employments = ['Salaried', 'Self-employed', 'Contract', 'Student'] as const
